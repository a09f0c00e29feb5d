import { NodeCollapseOutlined, NodeExpandOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import { departments } from '@fleetdeck/contract/departments'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { StatusSelect } from '../../components/StatusField.tsx'
import styles from '../../crud/crud.module.css'
import { NothingHere } from '../../crud/list/NothingHere.tsx'
import { useMayCall } from '../../crud/use-may-call.ts'
import { useText } from '../../ground/language.ts'
import { DepartmentDrawer } from './DepartmentDrawer.tsx'
import { DepartmentTable } from './DepartmentTable.tsx'
import type { Editing } from './editing.ts'
import { keysWithChildren, treeRows } from './tree-rows.ts'
import { useOrders } from './use-orders.ts'

export function useDepartments() {
  return useQuery({
    queryKey: [departments.list.path],
    queryFn: ({ signal }) => call(departments.list, { query: {}, signal }),
    meta: { silent: true },
  })
}

/** All departments as a tree: orders are edited in place, other fields in a drawer. */
export function DepartmentsPage() {
  const t = useText()
  const list = useDepartments()
  const [name, setName] = useState('')
  const [status, setStatus] = useState<string>()
  const [closed, setClosed] = useState<readonly number[]>([])
  const [editing, setEditing] = useState<Editing>()
  const mayAdd = useMayCall(departments.add)
  const orders = useOrders()
  const tree = treeRows(list.data ?? [], { name, status })
  const branches = keysWithChildren(tree)
  const isFiltered = name.trim() !== '' || status !== undefined
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing({ below: undefined })}>
      {t('department.add')}
    </Button>
  )
  const clear = () => {
    setName('')
    setStatus(undefined)
  }
  return (
    <section className={styles.page} aria-label={t('department.title')}>
      <header className={styles.title}>
        <h1>{t('department.title')}</h1>
        <div className={styles.toolbar} role="toolbar">
          {orders.changed.length > 0 && (
            <Button loading={orders.isSaving} onClick={orders.save}>
              {t('department.saveOrder')}
            </Button>
          )}
          <Button
            type="text"
            icon={closed.length ? <NodeExpandOutlined /> : <NodeCollapseOutlined />}
            onClick={() => setClosed(closed.length ? [] : branches)}
          >
            {t(closed.length ? 'department.expandAll' : 'department.collapseAll')}
          </Button>
          <Button
            type="text"
            icon={<ReloadOutlined />}
            aria-label={t('table.refresh')}
            onClick={() => list.refetch()}
          />
        </div>
        <div className={styles.primary}>{addButton}</div>
      </header>
      <Flex wrap gap={12}>
        <Input
          allowClear
          maxLength={30}
          style={{ flex: '1 1 150px', maxWidth: 220 }}
          value={name}
          placeholder={t('department.name')}
          aria-label={t('department.name')}
          onChange={(event) => setName(event.target.value)}
        />
        <div style={{ flex: '1 1 150px', maxWidth: 160 }}>
          <StatusSelect value={status ?? null} onChange={setStatus} />
        </div>
      </Flex>
      <div className={styles.sheet}>
        {list.isPending && <Skeleton className={styles.waiting ?? ''} active paragraph={{ rows: 8 }} />}
        {list.error && (
          <ErrorState title={t('table.loadFailed')} error={list.error} onRetry={() => list.refetch()} />
        )}
        {list.data && tree.length === 0 && (
          <NothingHere
            isFiltered={isFiltered}
            text={t('department.empty')}
            onClear={clear}
            action={addButton}
          />
        )}
        {tree.length > 0 && (
          <DepartmentTable
            tree={tree}
            open={branches.filter((id) => isFiltered || !closed.includes(id))}
            onOpen={(open) => setClosed(branches.filter((id) => !open.includes(id)))}
            orders={orders}
            onEdit={setEditing}
          />
        )}
      </div>
      {editing && (
        <DepartmentDrawer rows={list.data ?? []} editing={editing} onClose={() => setEditing(undefined)} />
      )}
    </section>
  )
}
