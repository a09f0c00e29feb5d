import type { ErrorName } from '@fleetdeck/contract/errors'
import type { Language } from '@fleetdeck/i18n/languages'
import { sqlFailure } from '../../db/db.ts'
import { AppError } from '../../http/app-error.ts'
import { text } from '../../http/language.ts'

const refusals: Record<string, ErrorName> = {
  dict_types_type: 'dictTypeTaken',
  dict_items_value: 'dictValueTaken',
  // No such type.
  dict_items_dict_type_dict_types_dict_type_fk: 'notFound',
}

export async function once<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    const name = refusals[sqlFailure(error).constraint ?? '']
    throw name ? new AppError(name) : error
  }
}

export const statusText = (language: Language, status: number) =>
  text(language, status ? 'common.disabled' : 'common.enabled')
