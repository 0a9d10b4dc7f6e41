/// The days of the Gregorian calendar, counted from 1 January 1970.
///
/// The C library counts leap seconds, too, when `TZ` names a zone that has them (`right/Europe/Rome`).
enum CalendarDay {
    /// The number of a day, in years from 0. A day beyond the end of its month is one of the next.
    static func number(year: Int, month: Int, day: Int) -> Int {
        // Years begin in March here, so that a leap day is the last one.
        let year = month > 2 ? year : year - 1
        let cycle = (year >= 0 ? year : year - 399) / 400
        let yearOfCycle = year - cycle * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468
    }

    /// The date of a day.
    static func date(_ number: Int) -> (year: Int, month: Int, day: Int) {
        let days = number + 719_468
        let cycle = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfCycle = days - cycle * 146_097
        let year = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        return (
            year + cycle * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }
}
