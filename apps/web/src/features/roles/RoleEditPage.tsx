import { ArrowLeftOutlined } from '@ant-design/icons'
import type { RoleId } from '@fleetdeck/contract/ids'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useCallback, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ErrorState } from '../../components/ErrorState.tsx'
import styles from '../../crud/crud.module.css'
import { seededName, useText } from '../../ground/language.ts'
import { RoleForm } from './RoleForm.tsx'
import { type RoleStart, roleStartQuery } from './role-start.ts'

/** The editor of one role, `new` for one that is added; `copyOf` names the role that it begins with. */
export function RoleEditPage() {
  const t = useText()
  const navigate = useNavigate()
  const id = useParams().roleId ?? location.pathname.split('/').at(-1)
  const copyOf = useSearchParams()[0].get('copyOf')
  const roleId = (id === 'new' ? undefined : Number(id)) as RoleId | undefined
  // While the form has changes it stays as it was opened, whatever is loaded.
  const [held, setHeld] = useState<RoleStart>()
  const [round, setRound] = useState(0)
  const { data, error, refetch } = useQuery(
    roleStartQuery(roleId, copyOf === null ? undefined : (Number(copyOf) as RoleId)),
  )
  const start = held ?? data
  // The same function for all renders: the rows of the matrix depend on it.
  const hold = useCallback(() => setHeld((before) => before ?? data), [data])
  const reload = async () => {
    await refetch()
    setHeld(undefined)
    setRound((before) => before + 1)
  }
  const title = start?.role
    ? t('role.editTitle', { name: seededName(start.role.roleName) })
    : start?.copyOf
      ? t('role.copyTitle', { name: seededName(start.copyOf) })
      : t('role.add')
  return (
    <section className={styles.page} aria-label={title}>
      <header className={styles.title}>
        <h1>{title}</h1>
        <Button type="text" icon={<ArrowLeftOutlined />} onClick={() => navigate('/system/role')}>
          {t('role.back')}
        </Button>
      </header>
      {error && !start && (
        <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {!start && !error && <Skeleton active paragraph={{ rows: 12 }} />}
      {start && (
        <RoleForm key={`${start.role?.revision} ${round}`} start={start} onTouch={hold} onReload={reload} />
      )}
    </section>
  )
}
