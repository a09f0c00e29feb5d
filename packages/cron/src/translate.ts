import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { TextValues } from '@fleetdeck/i18n/fill-text'

/** Returns the text of a key in the reader's language, on the server and in the page. */
export type Translate = (key: TextKey, values?: TextValues) => string
