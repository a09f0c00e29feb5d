import type { ErrorName } from '@fleetdeck/contract/errors'
import type { Language } from '@fleetdeck/i18n/languages'
import { written } from '../../platform/crud/written.ts'
import { text } from '../../platform/http/language.ts'

const refusals: Record<string, ErrorName> = {
  dict_types_type: 'dictTypeTaken',
  dict_items_value: 'dictValueTaken',
  // No such type.
  dict_items_dict_type_dict_types_dict_type_fk: 'notFound',
}

export const once = <T>(write: PromiseLike<T>) => written(write, refusals)

export const statusText = (language: Language, status: number) =>
  text(language, status ? 'common.disabled' : 'common.enabled')
