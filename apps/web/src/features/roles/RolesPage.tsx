import { PlusOutlined } from '@ant-design/icons'
import { Status } from '@fleetdeck/contract/enums'
import type { RoleId } from '@fleetdeck/contract/ids'
import { roleChanges } from '@fleetdeck/contract/role-changes'
import { type Role, roles, roleUsers } from '@fleetdeck/contract/roles'
import { SecondFactor } from '@fleetdeck/contract/second-factor'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { StatusSwitch } from '../../components/StatusSwitch.tsx'
import { scopeTexts } from '../../components/scope-texts.ts'
import { useViewAs } from '../../components/use-view-as.ts'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { codeColumn, timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { dayFilters, statusFilter } from '../../crud/filters.tsx'
import { useMayCall } from '../../crud/use-may-call.ts'
import { seededName, useText } from '../../ground/language.ts'
import { RoleCompareDrawer } from './RoleCompareDrawer.tsx'
import { RoleHistoryDrawer } from './RoleHistoryDrawer.tsx'
import { roleStartQuery } from './role-start.ts'
import { ScopeDrawer } from './ScopeDrawer.tsx'

/** Large enough to hit. */
const countTarget = { display: 'inline-block', minWidth: 24, lineHeight: '24px' } as const
const editPath = (id?: RoleId, copyOf?: RoleId) =>
  `/system/roleEdit/${id ?? 'new'}${copyOf === undefined ? '' : `?copyOf=${copyOf}`}`
const roleUsersPath = (role: Role) => `/system/roleUsers/${role.id}`

function useColumns(): CrudColumn<Role>[] {
  const t = useText()
  const client = useQueryClient()
  const maySwitch = useMayCall(roles.setStatus)
  const maySeeUsers = useMayCall(roleUsers.list)
  const switchRole = async (role: Role, status: Status) => {
    await call(roles.setStatus, { body: { roleId: role.id, status } })
    await client.invalidateQueries({ queryKey: [roles.list.path] })
  }
  return [
    {
      key: 'roleName',
      title: t('role.name'),
      render: (_, role) => (
        <>
          {seededName(role.roleName)} {role.builtIn && <Tag>{t('role.builtInMark')}</Tag>}
        </>
      ),
    },
    codeColumn('roleKey', t('role.key')),
    { key: 'roleSort', title: t('role.sort'), align: 'right' },
    {
      key: 'dataScope',
      title: t('role.dataScope'),
      render: (_, role) => t(scopeTexts[role.dataScope]?.name ?? 'role.scopeSelf'),
    },
    {
      key: 'secondFactor',
      title: t('factor.inRole'),
      hiddenAtFirst: true,
      render: (_, role) =>
        t(role.secondFactor === SecondFactor.required ? 'factor.roleRequired' : 'factor.roleOffered'),
    },
    {
      key: 'userCount',
      title: t('role.userCount'),
      align: 'right',
      render: (_, role) =>
        maySeeUsers ? (
          <Link to={roleUsersPath(role)} style={countTarget}>
            {role.userCount}
          </Link>
        ) : (
          role.userCount
        ),
    },
    {
      key: 'status',
      title: t('common.status'),
      render: (_, role) => (
        <StatusSwitch
          name={seededName(role.roleName)}
          status={role.status}
          disabled={role.builtIn || !maySwitch}
          question={(next) => ({
            title: t(next === Status.on ? 'role.enableTitle' : 'role.disableTitle', {
              name: seededName(role.roleName),
            }),
            hint: t(next === Status.on ? 'role.enableHint' : 'role.disableHint'),
          })}
          onChange={(next) => switchRole(role, next)}
        />
      ),
    },
    { key: 'remark', title: t('role.remark'), hiddenAtFirst: true },
    timeColumn('createdAt', t('role.created')),
  ]
}

/** Opens the editor; its initial role is read while the page changes. */
function useOpenEditor() {
  const navigate = useNavigate()
  const client = useQueryClient()
  return (id?: RoleId, copyOf?: RoleId) => {
    inBackground(client.prefetchQuery(roleStartQuery(id, copyOf)))
    return navigate(editPath(id, copyOf))
  }
}

function useFilters() {
  const t = useText()
  return [
    { name: 'roleName', label: t('role.name') },
    { name: 'roleKey', label: t('role.key') },
    statusFilter(t),
    ...dayFilters(t, { from: t('user.createdFrom'), until: t('user.createdTo') }),
  ]
}

type Open = { kind: 'scope' | 'history'; role: Role } | { kind: 'compare'; roles: [Role, Role] }

export function RolesPage() {
  const t = useText()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const openEditor = useOpenEditor()
  const columns = useColumns()
  const filters = useFilters()
  const view = useViewAs()
  const may = {
    add: useMayCall(roles.add),
    edit: useMayCall(roles.edit),
    scope: useMayCall(roles.setDataScope),
    users: useMayCall(roleUsers.list),
    history: useMayCall(roleChanges.history),
  }
  const addButton = may.add && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => openEditor()}>
      {t('role.add')}
    </Button>
  )
  const close = () => setOpen(undefined)
  const compare = ([left, right]: readonly Role[]) =>
    left && right && setOpen({ kind: 'compare', roles: [left, right] })
  return (
    <>
      <CrudPage
        contract={roles}
        title={t('role.title')}
        columns={columns}
        nameOf={(role) => seededName(role.roleName)}
        filters={filters}
        primary={addButton}
        emptyAction={addButton}
        emptyText={t('role.empty')}
        rowActions={(role, { remove }) => [
          may.edit &&
            !role.builtIn && {
              key: 'edit',
              label: t('table.edit'),
              run: () => openEditor(role.id),
            },
          may.users && {
            key: 'users',
            label: t('role.assignUsers'),
            run: () => navigate(roleUsersPath(role)),
          },
          may.scope &&
            !role.builtIn && {
              key: 'scope',
              label: t('role.setDataScope'),
              run: () => setOpen({ kind: 'scope', role }),
            },
          may.add &&
            may.edit && {
              key: 'copy',
              label: t('role.copy'),
              run: () => openEditor(undefined, role.id),
            },
          may.history && {
            key: 'history',
            label: t('role.history'),
            run: () => setOpen({ kind: 'history', role }),
          },
          role.status === Status.on &&
            view && {
              key: 'viewAs',
              label: t('viewAs.action'),
              run: () => view({ roleId: role.id }, seededName(role.roleName)),
            },
          !role.builtIn && remove,
        ]}
        batchActions={(chosen) =>
          may.edit && (
            <Button size="small" disabled={chosen.length !== 2} onClick={() => compare(chosen)}>
              {t('role.compare')}
            </Button>
          )
        }
      />
      {open?.kind === 'scope' && <ScopeDrawer role={open.role} onClose={close} />}
      {open?.kind === 'history' && <RoleHistoryDrawer role={open.role} onClose={close} />}
      {open?.kind === 'compare' && <RoleCompareDrawer roles={open.roles} onClose={close} />}
    </>
  )
}
