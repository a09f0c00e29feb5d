import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { departments } from '@fleetdeck/contract/departments'
import { Status } from '@fleetdeck/contract/enums'
import { userRights } from '@fleetdeck/contract/rights'
import { userAccess } from '@fleetdeck/contract/user-access'
import { userCloud } from '@fleetdeck/contract/user-cloud'
import { userImport } from '@fleetdeck/contract/user-import'
import { type RemovalPreview, type RemovalResult, userRemoval } from '@fleetdeck/contract/user-removal'
import { type User, users } from '@fleetdeck/contract/users'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { useViewAs } from '../../components/use-view-as.ts'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { StandardActions } from '../../crud/crud-page-props.ts'
import { useMayCall } from '../../crud/use-may-call.ts'
import { mobileBreakpointPx } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useSession } from '../../ground/session-store.ts'
import { useMedia } from '../../ground/theme/media.ts'
import { AccessDrawer } from './AccessDrawer.tsx'
import { CloudDrawer } from './CloudDrawer.tsx'
import { DepartmentPanel } from './DepartmentPanel.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { PasswordOnce, type ShownPassword } from './PasswordOnce.tsx'
import { RemovalDrawer } from './RemovalDrawer.tsx'
import { RemovedDialog } from './RemovedDialog.tsx'
import { ResetDialog } from './ResetDialog.tsx'
import { RolesDialog } from './RolesDialog.tsx'
import { UserDetails } from './UserDetails.tsx'
import { UserDrawer } from './UserDrawer.tsx'
import { useUserColumns } from './user-columns.tsx'
import { useUserFilters } from './user-filters.tsx'
import styles from './users.module.css'

const WhyDrawer = lazyPart(async () => (await import('./WhyDrawer.tsx')).WhyDrawer)

type Open =
  | { kind: 'form'; user: User | undefined }
  | { kind: 'details' | 'roles' | 'reset' | 'cloud' | 'access' | 'why'; user: User }
  | { kind: 'import' }
  | { kind: 'removal'; preview: RemovalPreview; clear: () => void }
  | { kind: 'removed'; result: RemovalResult; isHandedOver: boolean }

function useRowActions(open: (what: Open) => void) {
  const t = useText()
  const view = useViewAs()
  const ownId = useSession((state) => state.user?.id)
  const may = {
    edit: useMayCall(users.edit),
    roles: useMayCall(users.assignRoles),
    reset: useMayCall(users.resetPassword),
    cloud: useMayCall(userCloud.edit),
    access: useMayCall(userAccess.one),
    why: useMayCall(userRights.why),
  }
  return (user: User, { remove }: StandardActions) => {
    const isOther = user.id !== ownId
    const cloud = may.cloud && {
      key: 'cloud',
      label: t('user.cloud'),
      run: () => open({ kind: 'cloud', user }),
    }
    const why = may.why && { key: 'why', label: t('why.title'), run: () => open({ kind: 'why', user }) }
    // The built-in account cannot be changed by others.
    if (user.builtIn) return [cloud, why]
    return [
      may.edit && { key: 'edit', label: t('table.edit'), run: () => open({ kind: 'form', user }) },
      isOther &&
        may.reset && {
          key: 'reset',
          label: t('user.resetPassword'),
          run: () => open({ kind: 'reset', user }),
        },
      isOther &&
        may.roles && { key: 'roles', label: t('user.assignRoles'), run: () => open({ kind: 'roles', user }) },
      cloud,
      may.access && {
        key: 'access',
        label: t('userAccess.title'),
        run: () => open({ kind: 'access', user }),
      },
      why,
      isOther &&
        user.status === Status.on &&
        view && {
          key: 'viewAs',
          label: t('viewAs.action'),
          run: () => view({ userId: user.id }, user.userName),
        },
      isOther && remove,
    ]
  }
}

/** The open dialog or drawer. */
function Overlay({ open, onOpen, onClose, onPassword }: OverlayProps) {
  if (open.kind === 'import') return <ImportDialog onClose={onClose} />
  if (open.kind === 'removed') return <RemovedDialog {...open} onClose={onClose} />
  if (open.kind === 'removal')
    return (
      <RemovalDrawer
        preview={open.preview}
        onClose={onClose}
        onRemoved={(result, isHandedOver) => {
          open.clear()
          onOpen({ kind: 'removed', result, isHandedOver })
        }}
      />
    )
  if (open.kind === 'form') return <UserDrawer user={open.user} onClose={onClose} onPassword={onPassword} />
  const { kind, user } = open
  if (kind === 'roles') return <RolesDialog user={user} onClose={onClose} />
  if (kind === 'reset') return <ResetDialog user={user} onClose={onClose} onPassword={onPassword} />
  if (kind === 'cloud') return <CloudDrawer user={user} onClose={onClose} />
  if (kind === 'access') return <AccessDrawer user={user} onClose={onClose} />
  if (kind === 'why')
    return (
      <Suspense fallback={null}>
        <WhyDrawer user={user} onClose={onClose} />
      </Suspense>
    )
  return <UserDetails user={user} onClose={onClose} />
}
interface OverlayProps {
  open: Open
  onOpen: (what: Open) => void
  onClose: () => void
  onPassword: (shown: ShownPassword) => void
}

/** Departments on the left, their users on the right. */
export function UsersPage() {
  const t = useText()
  const [open, setOpen] = useState<Open>()
  const [password, setPassword] = useState<ShownPassword>()
  const mayAdd = useMayCall(users.add)
  const mayImport = useMayCall(userImport.start)
  const hasTree = useMayCall(departments.tree)
  const isWide = useMedia(`(min-width: ${mobileBreakpointPx}px)`)
  const columns = useUserColumns((user) => setOpen({ kind: 'details', user }))
  const filters = useUserFilters()
  const rowActions = useRowActions(setOpen)
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ kind: 'form', user: undefined })}>
      {t('user.add')}
    </Button>
  )
  return (
    <div className={styles.columns}>
      {hasTree && isWide && <DepartmentPanel />}
      <div className={styles.list}>
        <CrudPage
          contract={users}
          title={t('user.title')}
          columns={columns}
          nameOf={(user) => user.userName}
          filters={filters}
          primary={
            <>
              {mayImport && (
                <Button icon={<UploadOutlined />} onClick={() => setOpen({ kind: 'import' })}>
                  {t('userImport.import')}
                </Button>
              )}
              {addButton}
            </>
          }
          emptyText={t('user.empty')}
          emptyAction={addButton}
          rowActions={rowActions}
          onRemove={(rows, { ask, clear }) => {
            const preview = call(userRemoval.preview, { query: { ids: rows.map(({ id }) => id) } })
            const show = (found: RemovalPreview) =>
              found.isEmpty ? ask(rows) : setOpen({ kind: 'removal', preview: found, clear })
            inBackground(preview.then(show))
          }}
          removeQuestion={() => ({ hint: t('user.deleteHint') })}
        />
      </div>
      {open && (
        <Overlay open={open} onOpen={setOpen} onClose={() => setOpen(undefined)} onPassword={setPassword} />
      )}
      {password && <PasswordOnce {...password} onClose={() => setPassword(undefined)} />}
    </div>
  )
}
