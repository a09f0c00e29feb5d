import { dynamicData } from '@fleetdeck/contract/dynamic-data'
import type { DynamicTable } from '@fleetdeck/contract/dynamic-tables'
import { pageQuery } from '@fleetdeck/contract/endpoint'

const { list, add, edit, remove, export: exportRows } = dynamicData

/** The calls for one table's rows: with its number in their paths, and sortable by its fields. */
export function tableContract({ id, columns }: DynamicTable) {
  const path = (endpoint: { path: string }) => endpoint.path.replace(':tableId', String(id))
  const sortable = ['id', 'gmtModified', ...columns.map(({ columnName }) => columnName)]
  const none = { params: undefined }
  return {
    list: withoutParams({ ...list, path: path(list), query: pageQuery({}, sortable), ...none }),
    add: withoutParams({ ...add, path: path(add), ...none }),
    edit: withoutParams({ ...edit, path: path(edit), ...none }),
    remove: withoutParams({ ...remove, path: path(remove), ...none }),
    export: withoutParams({ ...exportRows, path: path(exportRows), ...none }),
  }
}

/** The delete call names rows in its query, not in its path. */
function withoutParams<E extends { params: undefined }>({ params: _none, ...endpoint }: E) {
  return endpoint
}
