import { z } from 'zod'

/** Whether the database can store a text unchanged: it contains no NUL and no half of a surrogate pair. */
export const storable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** The text without what cannot be stored. */
export const toStorable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Text that a phone reports; made storable, as phones truncate them anywhere. */
export const reportText = (maxLength: number) => z.string().max(maxLength).transform(toStorable)
