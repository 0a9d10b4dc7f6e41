import Foundation

enum DuePhrases {
    /// What is typed on Monday, 5 January 2026 at 09:00, and what it means: the due date and the name on the same clock,
    /// or `!` and the sentence that refuses it, or `-` if it is no date.
    static let all = """
        tomorrow 9 to 5 shift | ! "9 to 5" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow 6 to 7 pm call Ada | ! "6 to 7" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow 10 past 6 call Ada | 2026-01-06 06:10 | call Ada
        24 dec 18:00 2027 party | 2027-12-24 18:00 | party
        24.12. 18:00 2027 party | 2027-12-24 18:00 | party
        24 dec '27 party | 2027-12-24 09:00 | party
        Thu Dec 24 18:00:00 2026 party | 2026-12-24 18:00 | party
        24th of next month pay | 2026-02-24 09:00 | pay
        the 24th of this month pay | 2026-01-24 09:00 | pay
        24th of the moon | ! "24th of the" was not understood. Put a colon after the date if the rest is the text of the reminder
        friday after next call Ada | ! "friday after next" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow at ten thirty run | ! "at ten thirty" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow at seven forty-five run | ! "at seven forty-five" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow at half six run | ! "at half six" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow 6 30 pm run | ! "6 30" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow 6:30 pm. run | 2026-01-06 18:30 | run
        tomorrow until 6 run | ! "until 6" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow call Ada 6pm | 2026-01-06 18:00 | call Ada
        tomorrow call Ada 6 p.m. | 2026-01-06 18:00 | call Ada
        tomorrow meeting 18:00 | 2026-01-06 18:00 | meeting
        tomorrow call Ada by 6pm | ! "by 6pm" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow read chapter 3.15 | 2026-01-06 09:00 | read chapter 3.15
        10:00 America/New York run | ! The time zone "America/New" was not understood. Write UTC, an offset such as +02:00, or a name such as Europe/Rome
        friday at six call Ada | 2026-01-09 06:00 | call Ada
        friday six pm call Ada | 2026-01-09 18:00 | call Ada
        friday six hens | 2026-01-09 09:00 | six hens
        friday by 18:00 call Ada | ! "by 18:00" was not understood. Put a colon after the date if the rest is the text of the reminder
        friday around 6 call Ada | ! "around 6" was not understood. Put a colon after the date if the rest is the text of the reminder
        friday before noon call Ada | ! "before noon" was not understood. Put a colon after the date if the rest is the text of the reminder
        friday between 6pm and 7pm call Ada | ! "between 6pm" was not understood. Put a colon after the date if the rest is the text of the reminder
        friday about taxes | 2026-01-09 09:00 | about taxes
        friday @18:00 call Ada | 2026-01-09 18:00 | call Ada
        friday 6-7pm call Ada | ! "6-7pm" was not understood. Put a colon after the date if the rest is the text of the reminder
        friday 7 in the evening call Ada | 2026-01-09 19:00 | call Ada
        friday a quarter past 7 call Ada | 2026-01-09 07:15 | call Ada
        friday call Ada at 18:00. | 2026-01-09 18:00 | call Ada
        friday look at six pictures | 2026-01-09 09:00 | look at six pictures
        friday at 6 30 call Ada | ! "at 6 30" was not understood. Put a colon after the date if the rest is the text of the reminder
        2026-12-24 to 2026-12-26 ski | ! "to 2026-12-26" was not understood. Put a colon after the date if the rest is the text of the reminder
        24 dec - 26 dec ski | ! "- 26" was not understood. Put a colon after the date if the rest is the text of the reminder
        18:00 yesterday call Ada | ! That is in the past
        tomorrow at 7 tonight call Ada | ! "tomorrow" and "tonight" are two days. Put a colon after the date if the rest is the text of the reminder
        the 30th call Ada | 2026-01-30 09:00 | call Ada
        today | 2026-01-05 18:00 |
        today call Ada | 2026-01-05 18:00 | call Ada
        today 8:59 | 2026-01-05 08:59 |
        today at 9 | 2026-01-05 09:00 |
        tonight | 2026-01-05 20:00 |
        tonight watch the stars | 2026-01-05 20:00 | watch the stars
        tonight at 9 call Ada | 2026-01-05 21:00 | call Ada
        tonight 9pm | 2026-01-05 21:00 |
        tonight at midnight | 2026-01-06 00:00 |
        tonight 8:30 | 2026-01-05 20:30 |
        tonight at 10 am | ! "at 10 am" is not in the evening
        this morning at 11 | 2026-01-05 11:00 |
        this afternoon | 2026-01-05 15:00 |
        this afternoon at 4 tea | 2026-01-05 16:00 | tea
        this evening | 2026-01-05 20:00 |
        tomorrow | 2026-01-06 09:00 |
        Tomorrow | 2026-01-06 09:00 |
        tomorrow call Ada | 2026-01-06 09:00 | call Ada
        tomorrow 9:00 call Ada | 2026-01-06 09:00 | call Ada
        tomorrow 18:00 call Ada | 2026-01-06 18:00 | call Ada
        18:00 tomorrow call Ada | 2026-01-06 18:00 | call Ada
        6pm tomorrow call Ada | 2026-01-06 18:00 | call Ada
        at 6pm tomorrow call Ada | 2026-01-06 18:00 | call Ada
        noon tomorrow lunch | 2026-01-06 12:00 | lunch
        at noon on friday lunch | 2026-01-09 12:00 | lunch
        tomorrow at 6 p.m. call Ada | 2026-01-06 18:00 | call Ada
        tomorrow at 6 P.M. call Ada | 2026-01-06 18:00 | call Ada
        tomorrow at 6 pm call Ada | 2026-01-06 18:00 | call Ada
        tomorrow at 6p.m. call Ada | 2026-01-06 18:00 | call Ada
        tomorrow at 6:30 p.m. call Ada | 2026-01-06 18:30 | call Ada
        tomorrow at 6 a.m. run | 2026-01-06 06:00 | run
        tomorrow at 6 call Ada | 2026-01-06 06:00 | call Ada
        tomorrow @ 18:00 call Ada | 2026-01-06 18:00 | call Ada
        tomorrow, 18:00, call Ada | 2026-01-06 18:00 | call Ada
        tomorrow at 6 o'clock call Ada | 2026-01-06 06:00 | call Ada
        tomorrow at 6 o'clock pm call Ada | 2026-01-06 18:00 | call Ada
        tomorrow 18h call Ada | 2026-01-06 18:00 | call Ada
        tomorrow 18h30 call Ada | 2026-01-06 18:30 | call Ada
        tomorrow 18.30 call Ada | 2026-01-06 18:30 | call Ada
        tomorrow half past six call Ada | 2026-01-06 06:30 | call Ada
        tomorrow at half past 6 pm call Ada | 2026-01-06 18:30 | call Ada
        tomorrow at quarter to 7 call Ada | 2026-01-06 06:45 | call Ada
        tomorrow evening at quarter past 7 call Ada | 2026-01-06 19:15 | call Ada
        tomorrow at ten to 12 leave | 2026-01-06 11:50 | leave
        tomorrow at 12 noon lunch | 2026-01-06 12:00 | lunch
        tomorrow midnight fast | 2026-01-06 00:00 | fast
        tomorrow midday lunch | 2026-01-06 12:00 | lunch
        tomorrow 12pm lunch | 2026-01-06 12:00 | lunch
        tomorrow 12am fast | 2026-01-06 00:00 | fast
        tomorrow 00:00 fast | 2026-01-06 00:00 | fast
        tomorrow morning call Ada | 2026-01-06 09:00 | call Ada
        tomorrow afternoon call Ada | 2026-01-06 15:00 | call Ada
        tomorrow evening call Ada | 2026-01-06 20:00 | call Ada
        tomorrow night call Ada | 2026-01-06 20:00 | call Ada
        tomorrow in the evening call Ada | 2026-01-06 20:00 | call Ada
        tomorrow at night call Ada | 2026-01-06 20:00 | call Ada
        tomorrow evening at 7 call Ada | 2026-01-06 19:00 | call Ada
        tomorrow at 7 in the evening call Ada | 2026-01-06 19:00 | call Ada
        tomorrow morning at 7 call Ada | 2026-01-06 07:00 | call Ada
        tomorrow afternoon 3:15 call Ada | 2026-01-06 15:15 | call Ada
        tomorrow morning at 18:00 | ! "at 18:00" is not in the morning
        tomorrow evening at 6 am | ! "at 6 am" is not in the evening
        day after tomorrow call Ada | 2026-01-07 09:00 | call Ada
        the day after tomorrow at 18:00 call Ada | 2026-01-07 18:00 | call Ada
        tomorrow call Ada at 6 p.m. | 2026-01-06 18:00 | call Ada
        tomorrow call Ada at 18:00 | 2026-01-06 18:00 | call Ada
        tomorrow meet at noon | 2026-01-06 12:00 | meet
        tomorrow evening meet at 7 | 2026-01-06 19:00 | meet
        tomorrow 18:00 meet at 7 | 2026-01-06 18:00 | meet at 7
        tomorrow book a table at 7 for two | ! "at 7" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow: book a table at 7 for two | 2026-01-06 09:00 | book a table at 7 for two
        tomorrow: 6 p.m. club | 2026-01-06 09:00 | 6 p.m. club
        tomorrow at 6: p.m. club | 2026-01-06 06:00 | p.m. club
        tomorrow 18:00: friday's list | 2026-01-06 18:00 | friday's list
        tomorrow - friday's list | 2026-01-06 09:00 | friday's list
        tomorrow look at the roof | 2026-01-06 09:00 | look at the roof
        tomorrow 9 lives | 2026-01-06 09:00 | 9 lives
        tomorrow 99 luftballons | 2026-01-06 09:00 | 99 luftballons
        tomorrow 2fa codes | 2026-01-06 09:00 | 2fa codes
        tomorrow in a nutshell | 2026-01-06 09:00 | in a nutshell
        tomorrow buy tickets for the 18:00 train | 2026-01-06 09:00 | buy tickets for the 18:00 train
        tomorrow 9 | ! "9" can be a time or a text. Write "at 9" or "9:00" for a time
        tomorrow p.m. call Ada | ! "p.m." was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow 18:00 19:00 call Ada | ! "18:00" and "19:00" are two times. Put a colon after the date if the rest is the text of the reminder
        tomorrow 18:00-19:00 call Ada | ! "18:00-19:00" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow 18:00 - 19:00 call Ada | ! "- 19:00" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow 18:00 to 19:00 call Ada | ! "to 19:00" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow from 6pm call Ada | ! "from 6pm" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow until friday call Ada | ! "until friday" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow and friday call Ada | ! "and friday" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow friday call Ada | ! 6 January 2026 is a Tuesday, not a Friday
        tomorrow next week call Ada | ! "tomorrow" and "next week" are two days. Put a colon after the date if the rest is the text of the reminder
        tomorrow in 2 hours call Ada | ! "in 2 hours" counts from now, so it cannot have "tomorrow" beside it. Put a colon after the date if the rest is the text of the reminder
        tomorrow in 2 days call Ada | ! "in 2 days" and "tomorrow" are two days. Put a colon after the date if the rest is the text of the reminder
        tomorrow 30 min call Ada | ! "30 min" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow 25:00 call Ada | ! "25:00" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow 18:60 call Ada | ! "18:60" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow at 25 call Ada | ! "at 25" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow 13pm call Ada | ! "13pm" was not understood. Put a colon after the date if the rest is the text of the reminder
        tomorrow 18:00:30 call Ada | ! "18:00:30" has seconds. Reminders are due at full minutes, such as 18:00
        tomorrow 18:00:00 call Ada | 2026-01-06 18:00 | call Ada
        tomorrow every week call Ada | ! "every" was not understood. Put a colon after the date if the rest is the text of the reminder
        every day call Ada | ! Reminders do not repeat. Write one date, such as tomorrow 9:00
        every friday at 18:00 call Ada | ! Reminders do not repeat. Write one date, such as tomorrow 9:00
        every morning run | ! Reminders do not repeat. Write one date, such as tomorrow 9:00
        yesterday call Ada | ! That is in the past
        last friday call Ada | ! That is in the past
        last night call Ada | ! That is in the past
        friday call Ada | 2026-01-09 09:00 | call Ada
        Fri. call Ada | 2026-01-09 09:00 | call Ada
        on friday call Ada | 2026-01-09 09:00 | call Ada
        friday 18:00 call Ada | 2026-01-09 18:00 | call Ada
        18:00 on friday call Ada | 2026-01-09 18:00 | call Ada
        monday call Ada | 2026-01-12 09:00 | call Ada
        this friday call Ada | 2026-01-09 09:00 | call Ada
        this monday 18:00 call Ada | 2026-01-05 18:00 | call Ada
        next friday call Ada | 2026-01-16 09:00 | call Ada
        friday next week call Ada | 2026-01-16 09:00 | call Ada
        next week friday call Ada | 2026-01-16 09:00 | call Ada
        next week on friday at 18:00 call Ada | 2026-01-16 18:00 | call Ada
        next monday call Ada | 2026-01-12 09:00 | call Ada
        next week call Ada | 2026-01-12 09:00 | call Ada
        next month pay the rent | 2026-02-01 09:00 | pay the rent
        next year plan | 2027-01-01 09:00 | plan
        friday week call Ada | ! "week" was not understood. Put a colon after the date if the rest is the text of the reminder
        friday monday call Ada | ! "friday" and "monday" are two days. Put a colon after the date if the rest is the text of the reminder
        friday evening call Ada | 2026-01-09 20:00 | call Ada
        friday night at 11 call Ada | 2026-01-09 23:00 | call Ada
        this weekend rest | ! A weekend has two days. Write saturday or sunday
        next weekend rest | ! A weekend has two days. Write saturday or sunday
        friday last week call Ada | ! "last week" was not understood. Put a colon after the date if the rest is the text of the reminder
        24 dec buy a tree | 2026-12-24 09:00 | buy a tree
        24 Dec. buy a tree | 2026-12-24 09:00 | buy a tree
        dec 24 buy a tree | 2026-12-24 09:00 | buy a tree
        december 24th buy a tree | 2026-12-24 09:00 | buy a tree
        the 24th of december buy a tree | 2026-12-24 09:00 | buy a tree
        on the 24th buy a tree | 2026-01-24 09:00 | buy a tree
        24th buy a tree | 2026-01-24 09:00 | buy a tree
        the 5th at 18:00 buy a tree | 2026-01-05 18:00 | buy a tree
        the 4th buy a tree | 2026-02-04 09:00 | buy a tree
        24 dec 2027 buy a tree | 2027-12-24 09:00 | buy a tree
        dec 24, 2027 buy a tree | 2027-12-24 09:00 | buy a tree
        december 24th 2027 at 6 p.m. buy a tree | 2027-12-24 18:00 | buy a tree
        24 dec 2027 18:00 buy a tree | 2027-12-24 18:00 | buy a tree
        18:00 24 dec buy a tree | 2026-12-24 18:00 | buy a tree
        24. december buy a tree | 2026-12-24 09:00 | buy a tree
        24.12. buy a tree | 2026-12-24 09:00 | buy a tree
        24.12.2027 buy a tree | 2027-12-24 09:00 | buy a tree
        24.12 buy a tree | 2026-12-24 09:00 | buy a tree
        24/12 buy a tree | 2026-12-24 09:00 | buy a tree
        12/24 buy a tree | 2026-12-24 09:00 | buy a tree
        12/24/2027 buy a tree | 2027-12-24 09:00 | buy a tree
        2027/12/24 buy a tree | 2027-12-24 09:00 | buy a tree
        5/6 buy a tree | ! "5/6" can mean two dates. Write 24 dec or 2026-12-24
        10.11 buy a tree | ! "10.11" can mean two dates. Write 24 dec or 2026-12-24
        2026-12-24 buy a tree | 2026-12-24 09:00 | buy a tree
        2026-12-24 18:00 buy a tree | 2026-12-24 18:00 | buy a tree
        2026-12-24T18:00 buy a tree | 2026-12-24 18:00 | buy a tree
        2026-12-24t18:00: buy a tree | 2026-12-24 18:00 | buy a tree
        2020-01-01 x | 2020-01-01 09:00 | x
        thursday 24 dec buy a tree | 2026-12-24 09:00 | buy a tree
        thursday, 24 december 2026, 18:00 buy a tree | 2026-12-24 18:00 | buy a tree
        friday 24 dec buy a tree | ! 24 December 2026 is a Thursday, not a Friday
        4 jan x | 2027-01-04 09:00 | x
        5 jan x | 2026-01-05 18:00 | x
        30 feb x | ! February 2026 has only 28 days
        29 feb x | 2028-02-29 09:00 | x
        29 feb 2028 x | 2028-02-29 09:00 | x
        31 april x | ! April has only 30 days
        32 jan x | ! January has only 31 days
        2026-13-01 x | ! There is no date "2026-13-01"
        2026-04-31 x | ! April has only 30 days
        24 dec 24 jan x | ! "24 dec" and "24 jan" are two days. Put a colon after the date if the rest is the text of the reminder
        in 20 min tea | 2026-01-05 09:20 | tea
        in 20min tea | 2026-01-05 09:20 | tea
        in a minute tea | 2026-01-05 09:01 | tea
        in 90 seconds tea | 2026-01-05 09:01 | tea
        in 2 hours call Ada | 2026-01-05 11:00 | call Ada
        in 2 hours 30 min call Ada | 2026-01-05 11:30 | call Ada
        in 2 hours and 30 minutes call Ada | 2026-01-05 11:30 | call Ada
        in 2 hours, 30 min call Ada | 2026-01-05 11:30 | call Ada
        in 2h30m call Ada | 2026-01-05 11:30 | call Ada
        in 2h 30m call Ada | 2026-01-05 11:30 | call Ada
        in 2h30 call Ada | 2026-01-05 11:30 | call Ada
        in 1.5 hours call Ada | 2026-01-05 10:30 | call Ada
        in an hour and a half call Ada | 2026-01-05 10:30 | call Ada
        in half an hour call Ada | 2026-01-05 09:30 | call Ada
        in a couple of hours call Ada | 2026-01-05 11:00 | call Ada
        in two hours call Ada | 2026-01-05 11:00 | call Ada
        2 hours from now call Ada | 2026-01-05 11:00 | call Ada
        in 3 days call Ada | 2026-01-08 09:00 | call Ada
        in 3 days at 18:00 call Ada | 2026-01-08 18:00 | call Ada
        at 18:00 in 3 days call Ada | 2026-01-08 18:00 | call Ada
        in 3 days in the evening call Ada | 2026-01-08 20:00 | call Ada
        in a week at noon call Ada | 2026-01-12 12:00 | call Ada
        in a fortnight call Ada | 2026-01-19 09:00 | call Ada
        in 1 week 2 days call Ada | 2026-01-14 09:00 | call Ada
        in 1 day 2 hours call Ada | 2026-01-06 11:00 | call Ada
        in 2 months call Ada | 2026-03-05 09:00 | call Ada
        in a year call Ada | 2027-01-05 09:00 | call Ada
        in 1.5 days call Ada | ! "in 1.5 days" is not a whole number of days. Use hours, or a whole number
        in 2 hours at 18:00 call Ada | ! "in 2 hours" counts from now, so it cannot have "at 18:00" beside it. Put a colon after the date if the rest is the text of the reminder
        in 2 hours 30 call Ada | ! "30" was not understood. Put a colon after the date if the rest is the text of the reminder
        in 2 hours ago | ! "ago" was not understood. Put a colon after the date if the rest is the text of the reminder
        in 99999 years x | ! "in 99999 years" is too far away
        in 999999 weeks x | ! "in 999999 weeks" is too far away
        18:00 call Ada | 2026-01-05 18:00 | call Ada
        8:00 call Ada | 2026-01-06 08:00 | call Ada
        6pm call Ada | 2026-01-05 18:00 | call Ada
        6 p.m. call Ada | 2026-01-05 18:00 | call Ada
        at 6 call Ada | 2026-01-06 06:00 | call Ada
        noon lunch | 2026-01-05 12:00 | lunch
        midnight fast | 2026-01-06 00:00 | fast
        tomorrow UTC call Ada | ! The time zone "UTC" needs a time before it, such as 18:00
        tomorrow 18:00 CST call Ada | ! The time zone "CST" was not understood. Write UTC, an offset such as +02:00, or a name such as Europe/Rome
        tomorrow 18:00 est call Ada | ! The time zone "est" was not understood. Write UTC, an offset such as +02:00, or a name such as Europe/Rome
        tomorrow 18:00 west wing | 2026-01-06 18:00 | west wing
        tomorrow 18:00 eat | 2026-01-06 18:00 | eat
        tomorrow 18:00 +99:00 x | ! The time zone "+99:00" was not understood. Write UTC, an offset such as +02:00, or a name such as Europe/Rome
        tomorrow 18:00 and/or later | 2026-01-06 18:00 | and/or later
        call Ada tomorrow | -
        soon | -
        in | -
        in the morning | -
        evening | -
        the | -
        on | -
        9 lives | -
        may | -
        march on | -
        sundae | -
        in 0 min tea | -
        """.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
}
