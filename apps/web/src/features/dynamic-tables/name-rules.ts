import { reservedNames } from '@fleetdeck/contract/dynamic-tables'
import { storable } from '@fleetdeck/contract/storable-text'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Translate } from '../../ground/language.ts'

const reject = (message: string) => Promise.reject(new Error(message))

/** Rules for names of tables and fields; the server applies the same. */
export const nameRules = (t: Translate) => ({
  caption: (required: TextKey) => [
    { required: true, whitespace: true, message: t(required) },
    {
      validator: (_: unknown, name = '') =>
        storable(name) ? Promise.resolve() : reject(t('dynamicTable.textUnstorable')),
    },
  ],
  english: (required: TextKey) => [
    { required: true, whitespace: true, message: t(required) },
    { pattern: /^\s*[A-Za-z][A-Za-z0-9_]{0,62}\s*$/, message: t('dynamicTable.nameNotEnglish') },
    {
      validator: (_: unknown, name = '') =>
        reservedNames.has(name.trim().toLowerCase())
          ? reject(t('dynamicTable.nameReserved'))
          : Promise.resolve(),
    },
  ],
})
