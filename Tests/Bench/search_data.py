"""Texts that look like those of people, in Latin, Cyrillic and Chinese script: a few words in most messages, most words
in few."""

import itertools
import json
import random
import time

ONSETS = {
    "latin": ["", "b", "br", "c", "ch", "d", "f", "fl", "g", "h", "k", "l", "m", "n", "p", "pr", "r", "s", "st", "t", "th", "v", "w"],
    "cyrillic": ["", "б", "в", "вр", "г", "д", "ж", "з", "к", "кр", "л", "м", "н", "п", "пр", "р", "с", "ст", "т", "х", "ч", "ш"],
}
VOWELS = {"latin": ["a", "e", "i", "o", "u", "ea", "ou", "é"], "cyrillic": ["а", "е", "и", "о", "у", "я", "ы", "ё"]}
CODAS = {"latin": ["", "", "n", "r", "s", "t", "ng"], "cyrillic": ["", "", "н", "р", "с", "т", "й"]}
WORDS = 60_000
CHARACTERS = 4_000
# How many of a thousand messages are in each script.
SCRIPTS = {"latin": 400, "cyrillic": 300, "chinese": 300}


def zipf(count):
    return list(itertools.accumulate(1 / (rank + 3) for rank in range(count)))


def vocabulary(script, chance):
    """Returns the words of a script, the most frequent first: those are short."""
    if script == "chinese":
        characters = [chr(0x4E00 + number) for number in chance.sample(range(0x5000), CHARACTERS)]
        weights = zipf(CHARACTERS)
        lengths = chance.choices([1, 2, 3], [3, 6, 1], k=WORDS)
        return list(dict.fromkeys("".join(chance.choices(characters, cum_weights=weights, k=length)) for length in lengths))
    words = {}
    while len(words) < WORDS:
        syllables = 1 + min(len(words) // 300, chance.choice([0, 1, 1, 2, 2, 3]))
        words["".join(chance.choice(parts[script]) for _ in range(syllables) for parts in (ONSETS, VOWELS, CODAS))] = None
    return list(words)


def texts(count, script=None, seed=7):
    """Yields texts: all in one script, or in one each."""
    chance = random.Random(seed)
    scripts = [script] if script else list(SCRIPTS)
    vocabularies = {name: vocabulary(name, chance) for name in scripts}
    weights = {name: zipf(len(words)) for name, words in vocabularies.items()}
    chosen = chance.choices(scripts, [SCRIPTS[name] for name in scripts], k=count)
    for name in chosen:
        length = min(60, 2 + int(chance.expovariate(0.13)))
        if name == "chinese":
            yield "".join(chance.choices(vocabularies[name], cum_weights=weights[name], k=length)) + "。"
        else:
            yield " ".join(chance.choices(vocabularies[name], cum_weights=weights[name], k=length)).capitalize() + "."


def lines(count, chats, script=None, seed=7):
    """Yields messages as lines, 90 seconds apart, in random chats."""
    chance = random.Random(seed + 1)
    start = int(time.time()) - 90 * count
    for number, text in enumerate(texts(count, script, seed)):
        chat = chance.randrange(chats)
        yield json.dumps(
            {"event": "message.received", "chatId": f"chat-{chat:04}", "messageId": f"m{number:07}",
             "title": f"Chat {chat}", "senderId": f"user-{chat}", "text": text,
             "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start + 90 * number))},
            ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
