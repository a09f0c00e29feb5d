import type { Refusals } from '../../platform/crud/map-db-errors.ts'

export const refusals: Refusals = {
  dict_types_type: 'dictTypeTaken',
  dict_items_value: 'dictValueTaken',
  // No such type.
  dict_items_dict_type_dict_types_dict_type_fk: 'notFound',
}
