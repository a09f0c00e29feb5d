import { PlusOutlined } from '@ant-design/icons'
import { type Shelf, ShelfDraft, shelves } from '@fleetdeck/contract/shelves'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { NumberField, OwnerField, TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './computers.module.css'
import { ShelfGrid } from './ShelfGrid.tsx'
import { placedOn } from './shelf-slots.ts'

const newShelf = { columns: 8, rows: 4 }

/** Shelves as they stand, with the phones in their slots. */
export function ShelvesDrawer({ onClose }: { onClose: () => void }) {
  const t = useText()
  const mayChange = useMay(shelves.save.permission)
  const [edited, edit] = useState<Shelf | 'new'>()
  const { data, error, refetch } = useQuery({
    queryKey: [shelves.list.path],
    queryFn: ({ signal }) => call(shelves.list, { signal }),
    meta: { silent: true },
  })
  const add = mayChange && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => edit('new')}>
      {t('shelf.add')}
    </Button>
  )
  return (
    <Drawer open size={920} title={t('shelf.title')} onClose={onClose} extra={data?.length ? add : null}>
      {error && !data && (
        <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton active />}
      {data?.length === 0 && <EmptyState text={t('shelf.empty')}>{add}</EmptyState>}
      <div className={styles.details}>
        {mayChange && data && data.length > 0 && <p className={styles.faint}>{t('shelf.hint')}</p>}
        {data?.map((shelf) => (
          <ShelfSection key={shelf.id} shelf={shelf} {...(mayChange && { onEdit: () => edit(shelf) })} />
        ))}
      </div>
      {edited && <ShelfForm shelf={edited === 'new' ? undefined : edited} onClose={() => edit(undefined)} />}
    </Drawer>
  )
}

function ShelfSection({ shelf, onEdit }: { shelf: Shelf; onEdit?: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  const remove = () =>
    confirm({
      title: t('table.deleteOne', { name: shelf.shelfName }),
      names: [shelf.shelfName],
      hint: t('shelf.removeHint'),
      okText: t('table.delete'),
      run: async () => {
        await shown(call(shelves.remove, { query: { ids: [shelf.id] } }))
        showSuccess(t('table.deleted'))
        await client.invalidateQueries({ queryKey: [shelves.list.path] })
      },
    })
  return (
    <section aria-label={shelf.shelfName}>
      <header className={styles.shelfHead}>
        <h3>{shelf.shelfName}</h3>
        <small className={styles.faint}>
          {shelf.userName} ·{' '}
          {t('shelf.taken', { taken: shelf.devices.length, count: shelf.columns * shelf.rows })}
        </small>
        {onEdit && (
          <span className={styles.buttons}>
            <Button size="small" onClick={onEdit}>
              {t('table.edit')}
            </Button>
            <Button size="small" danger onClick={() => void remove()}>
              {t('table.delete')}
            </Button>
          </span>
        )}
      </header>
      <ShelfGrid shelf={shelf} isFixed={!onEdit} />
    </section>
  )
}

type Values = Pick<ShelfDraft, 'shelfName' | 'columns' | 'rows' | 'tenantId'>

function ShelfForm({ shelf, onClose }: { shelf: Shelf | undefined; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  return (
    <FormDrawer<Values>
      title={t(shelf ? 'shelf.edit' : 'shelf.add')}
      name={shelf?.shelfName}
      place={`shelf/${shelf?.id ?? 'new'}`}
      initialValues={
        shelf ? { shelfName: shelf.shelfName, columns: shelf.columns, rows: shelf.rows } : newShelf
      }
      onSubmit={async (values) => {
        const body = shelf
          ? { ...values, id: shelf.id, devices: placedOn(shelf) }
          : { ...values, devices: [] }
        await call(shelves.save, { body })
        await client.invalidateQueries({ queryKey: [shelves.list.path] })
      }}
      onClose={onClose}
    >
      <TextField draft={ShelfDraft} name="shelfName" label={t('shelf.name')} />
      <NumberField draft={ShelfDraft} name="columns" label={t('shelf.columns')} />
      <NumberField draft={ShelfDraft} name="rows" label={t('shelf.rows')} />
      {!shelf && <OwnerField label={t('computer.owner')} hint={t('shelf.ownerHint')} />}
    </FormDrawer>
  )
}
