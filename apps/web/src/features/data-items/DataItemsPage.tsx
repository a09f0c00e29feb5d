import { dataGroups } from '@fleetdeck/contract/data-groups'
import { type DataItem, dataImport, dataItems } from '@fleetdeck/contract/data-items'
import { Status } from '@fleetdeck/contract/enums'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { DataGroupName, DataGroupPicker } from '../../components/pickers/DataGroupPicker.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { CrudFilter } from '../../crud/crud-contract.ts'
import { choiceFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { ItemFields } from './ItemFields.tsx'
import { itemColumns } from './item-columns.tsx'
import { LineDialog } from './LineDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { UsageHistory } from './UsageHistory.tsx'

const itemFilters = (t: Translate): CrudFilter[] => [
  {
    name: 'groupId',
    label: t('dataItem.group'),
    input: <DataGroupPicker allowClear />,
    show: (id) => <DataGroupName id={id} />,
  },
  { name: 'name', label: t('dataItem.name') },
  { name: 'content', label: t('dataItem.content') },
  choiceFilter(t, 'leased', t('dataItem.state'), [
    ['0', t('dataItem.free')],
    ['1', t('dataItem.leased')],
  ]),
]

type Open =
  | { what: 'import' }
  | { what: 'line'; item: DataItem }
  | { what: 'history'; item: DataItem | 'all' }
  | { what: 'move'; items: readonly DataItem[]; clear: () => void }

function OpenDialog({
  open,
  groupId,
  onClose,
}: {
  open: Open
  groupId: number | undefined
  onClose: () => void
}) {
  if (open.what === 'import') return <ImportDialog groupId={groupId} onClose={onClose} />
  if (open.what === 'line') return <LineDialog item={open.item} onClose={onClose} />
  if (open.what === 'history') return <UsageHistory item={open.item} onClose={onClose} />
  return <MoveDialog items={open.items} onMoved={open.clear} onClose={onClose} />
}

export function DataItemsPage() {
  const t = useText()
  const client = useQueryClient()
  const [address] = useSearchParams()
  const groupId = Number(address.get('groupId')) || undefined
  const mayImport = useMay(dataImport.start.permission)
  const mayEdit = useMay(dataItems.edit.permission)
  const [open, setOpen] = useState<Open>()
  const columns = useMemo(() => itemColumns(t), [t])
  return (
    <>
      <CrudPage
        contract={dataItems}
        title={t('dataItem.title')}
        columns={columns}
        nameOf={(item) => item.name}
        filters={itemFilters(t)}
        onChanged={() => client.invalidateQueries({ queryKey: [dataGroups.list.path] })}
        form={{
          addTitle: t('dataItem.add'),
          editTitle: t('dataItem.edit'),
          fields: (item) => <ItemFields item={item} />,
          initialValues: (item) =>
            item
              ? { name: item.name, groupId: item.groupId, dedupe: item.dedupe }
              : { groupId, dedupe: Status.off },
        }}
        primary={
          <>
            <Button onClick={() => setOpen({ what: 'history', item: 'all' })}>
              {t('dataItem.handouts')}
            </Button>
            {mayImport && <Button onClick={() => setOpen({ what: 'import' })}>{t('dataImport.open')}</Button>}
          </>
        }
        rowActions={(item, { edit, remove }) => [
          item.leasedUntil ? undefined : edit,
          mayEdit && { key: 'line', label: t('dataItem.lines'), run: () => setOpen({ what: 'line', item }) },
          { key: 'history', label: t('dataItem.handouts'), run: () => setOpen({ what: 'history', item }) },
          remove,
        ]}
        batchActions={(items, clear) =>
          mayEdit && (
            <Button size="small" onClick={() => setOpen({ what: 'move', items, clear })}>
              {t('dataItem.move')}
            </Button>
          )
        }
        emptyText={t('dataItem.empty')}
      />
      {open && <OpenDialog open={open} groupId={groupId} onClose={() => setOpen(undefined)} />}
    </>
  )
}
