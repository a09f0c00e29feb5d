import { screen } from './screen.ts'
import { screenLink } from './screen-link.ts'

/** Texts of the page for guests that are not always loaded. */
export const guestTexts = { ...screen, ...screenLink }
