import type { DataOf } from '@fleetdeck/contract/endpoint'
import { DataScope } from '@fleetdeck/contract/enums'
import { type MenuNode, type Role, roles } from '@fleetdeck/contract/roles'
import { useQueries } from '@tanstack/react-query'
import { Checkbox, Drawer, Empty, Skeleton } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { grantTable } from '../../components/menu-grants/grant-table.ts'
import { nodeLabel } from '../../components/menu-grants/node-label.ts'
import { scopeTexts } from '../../components/scope-texts.ts'
import { seededName, useText } from '../../ground/language.ts'
import styles from './role-compare.module.css'

type Loaded = DataOf<typeof roles.one>
interface CompareRow {
  key: string
  label: string
  cells: [string, string]
}

function useRows(both: [Loaded, Loaded] | undefined) {
  const t = useText()
  if (!both) return []
  const text = (of: (side: Loaded) => string): [string, string] => [of(both[0]), of(both[1])]
  const mark = ({ id }: MenuNode) =>
    text(({ checkedRules }) => (checkedRules.includes(id) ? t('role.granted') : '–'))
  const scopeOf = ({ role, deptIds }: Loaded) => {
    const name = t(scopeTexts[role.dataScope]?.name ?? 'role.scopeSelf')
    return role.dataScope === DataScope.custom
      ? `${name} · ${t('role.departmentCount', { count: deptIds.length })}`
      : name
  }
  const groups = grantTable(both[0].menuList, { labelOf: nodeLabel, search: '' })
  const grants = groups.flatMap(({ rows, labels }) =>
    rows.flatMap(({ page, isPageShown, cells, more }) => {
      const place = [...labels, nodeLabel(page)].join(' / ')
      const buttons = [...Object.values(cells), ...more]
      return [
        ...(isPageShown ? [{ key: `${page.id}`, label: place, cells: mark(page) }] : []),
        ...buttons.map((button) => ({
          key: `${button.id}`,
          label: `${place} / ${nodeLabel(button)}`,
          cells: mark(button),
        })),
      ]
    }),
  )
  const scope: CompareRow = { key: 'scope', label: t('role.dataScope'), cells: text(scopeOf) }
  // Two custom scopes of the same size may differ.
  const isScopeSame = [...both[0].deptIds].sort().join() === [...both[1].deptIds].sort().join()
  return [{ ...scope, isDifferent: !isScopeSame || scope.cells[0] !== scope.cells[1] }].concat(
    grants.map((row) => ({ ...row, isDifferent: row.cells[0] !== row.cells[1] })),
  )
}

/** Two roles side by side. */
export function RoleCompareDrawer({
  roles: [left, right],
  onClose,
}: {
  roles: [Role, Role]
  onClose: () => void
}) {
  const t = useText()
  const [isAll, setAll] = useState(false)
  const found = useQueries({
    queries: [left, right].map(({ id }) => ({
      queryKey: [roles.one.path, id, 'compare'],
      queryFn: () => call(roles.one, { query: { roleId: id } }),
      gcTime: 0,
      meta: { silent: true },
    })),
  })
  const [first, second] = found.map(({ data }) => data)
  const failed = found.find(({ error }) => error)
  const rows = useRows(first && second && [first, second])
  const shown = rows.filter((row) => isAll || row.isDifferent)
  return (
    <Drawer
      open
      size={880}
      title={t('role.compareTitle', { left: seededName(left.roleName), right: seededName(right.roleName) })}
      onClose={onClose}
      extra={
        <Checkbox checked={!isAll} onChange={(event) => setAll(!event.target.checked)}>
          {t('role.onlyDifferences')}
        </Checkbox>
      }
    >
      {failed?.error && (
        <ErrorState
          title={t('table.loadFailed')}
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      )}
      {rows.length === 0 && !failed && <Skeleton active />}
      {rows.length > 0 && shown.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('role.noDifferences')} />
      )}
      {shown.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('role.columnPage')}</th>
              <th scope="col">{seededName(left.roleName)}</th>
              <th scope="col">{seededName(right.roleName)}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, label, cells, isDifferent }) => (
              <tr key={key} data-different={isDifferent}>
                <th scope="row">{label}</th>
                <td>{cells[0]}</td>
                <td>{cells[1]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  )
}
