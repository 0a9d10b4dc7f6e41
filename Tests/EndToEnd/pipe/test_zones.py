"""The time zone is the one that the C library finds, in all forms of tzset(3)."""
import os, re, shutil, subprocess

import pytest

FORMS = [
    "Europe/Rome", ":Europe/Rome", "/usr/share/zoneinfo/Asia/Tokyo", ":/usr/share/zoneinfo/Asia/Kolkata", "UTC-5", "UTC+5",
    "<+0530>-5:30", "EST5EDT", "EST5EDT,M3.2.0,M11.1.0", "CET-1CEST,M3.5.0,M10.5.0/3", "<-03>3", "Etc/GMT-7", "UTC", "GMT", "",
    ":", "US/Pacific", "America/Port-au-Prince", "posix/Asia/Tokyo",
]


def shown(telex, zone):
    """Returns the offset and the line that doctor shows."""
    environment = {name: value for name, value in telex.environment.items() if name != "TZ"}
    environment |= {} if zone is None else {"TZ": zone}
    line = next(line for line in telex.run("doctor", env=environment)[1].split("\n") if "zone: " in line)
    offset = re.search(r"UTC([+-]\d\d:\d\d)", line)
    return offset[1].replace(":", "") if offset else "+0000", line


def system(zone):
    environment = {"PATH": os.environ["PATH"]} | ({} if zone is None else {"TZ": zone})
    return subprocess.run(["date", "+%z"], env=environment, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("zone", [None, *FORMS])
def test_the_offset_is_that_of_date(telex, zone):
    assert shown(telex, zone)[0] == system(zone)


def test_a_copy_of_a_file_is_its_zone(telex, tmp_path):
    shutil.copy("/usr/share/zoneinfo/Asia/Tokyo", tmp_path / "copy")
    offset, line = shown(telex, f":{tmp_path}/copy")
    assert offset == "+0900" and "Asia/Tokyo" in line or "JST-9" in line


@pytest.mark.parametrize("zone", ["Europe/Nowhere", "../../etc/passwd", "x" * 300, "CET-1CEST,M13.5.0,M10.5.0", "/etc/passwd"])
def test_what_is_no_zone_is_named(telex, zone):
    offset, line = shown(telex, zone)
    assert offset == "+0000" and "Times are shown in UTC" in line and "? zone" in line
    environment = telex.environment | {"TZ": zone}
    assert "Times are shown in UTC" in telex.run("pipe", "--store", "memory", env=environment)[2]


def test_a_recording_keeps_a_rule(telex, tmp_path):
    environment = telex.environment | {"TZ": "UTC-5"}
    event = {"event": "chat.creating", "recipient": "Eliza", "id": "1"}
    code, out, _ = telex.run("pipe", "--store", "memory", "--record", "r.jsonl", lines=[event], env=environment, cwd=tmp_path)
    assert code == 0 and '"zone":"UTC-5"' in (tmp_path / "r.jsonl").read_text()
    assert telex.run("replay", "r.jsonl", cwd=tmp_path)[:2] == (0, out)
