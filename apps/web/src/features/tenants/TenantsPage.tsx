import { FileTextOutlined } from '@ant-design/icons'
import { plans } from '@fleetdeck/contract/plans'
import { type Tenant, tenantChanges, tenants } from '@fleetdeck/contract/tenants'
import { users } from '@fleetdeck/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { BillView } from '../../components/tenants/BillView.tsx'
import { GrowthChart } from '../../components/tenants/GrowthChart.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { RowAction } from '../../crud/crud-contract.ts'
import { useMayCall } from '../../crud/use-may-call.ts'
import { useText } from '../../ground/language.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import type { ChangeKind } from './ChangeDrawer.tsx'
import { PlanDrawer } from './PlanDrawer.tsx'
import { RenewDrawer } from './RenewDrawer.tsx'
import { TenantsHead, useTenantSummary } from './TenantsHead.tsx'
import { useTenantColumns } from './tenant-columns.tsx'
import { useTenantFilters } from './tenant-filters.tsx'
import styles from './tenants.module.css'

/** Leaves only these accounts selected. */
type Keep = (ids: readonly number[]) => void
/** The selection is not concerned. */
const keepAll: Keep = () => undefined

type Open =
  | { kind: ChangeKind; rows: readonly Tenant[]; keep: Keep }
  | { kind: 'growth'; tenant: Tenant }
  | { kind: 'bill'; tenant: Tenant | undefined }

const branches = { condition: 'parentId', countOf: ({ childCount }: Tenant) => childCount }

function useMayChange() {
  const maySeePlans = useMayCall(plans.list)
  const mayGive = useMayCall(tenantChanges.givePlan)
  return {
    renew: useMayCall(tenantChanges.renew),
    // Plans are chosen from their list.
    plan: mayGive && maySeePlans,
  }
}

function useRowActions(open: (what: Open) => void) {
  const t = useText()
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const may = useMayChange()
  const mayBill = useMayCall(tenants.bill)
  const mayUsers = useMayCall(users.list)
  const change = (kind: ChangeKind, label: string, tenant: Tenant): RowAction => ({
    key: kind,
    label,
    run: () => open({ kind, rows: [tenant], keep: keepAll }),
  })
  return (tenant: Tenant) => [
    may.renew && change('renew', t('tenants.renew'), tenant),
    may.plan && change('plan', t('tenants.givePlan'), tenant),
    { key: 'growth', label: t('tenants.growth'), run: () => open({ kind: 'growth', tenant }) },
    tenant.childCount > 0 && {
      key: 'below',
      label: t('tenants.listBelow', { count: tenant.childCount }),
      run: () => setParams({ parentId: String(tenant.id) }),
    },
    tenant.childCount > 0 &&
      mayBill && {
        key: 'bill',
        label: t('tenants.billBelow'),
        run: () => open({ kind: 'bill', tenant }),
      },
    mayUsers && {
      key: 'user',
      label: t('tenants.openUser'),
      run: () => navigate(`/system/user?userName=${encodeURIComponent(tenant.userName)}`),
    },
  ]
}

/** The open drawer. */
function Overlay({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open.kind === 'growth') return <GrowthDrawer tenant={open.tenant} onClose={onClose} />
  if (open.kind === 'bill') return <BillDrawer tenant={open.tenant} onClose={onClose} />
  const Change = open.kind === 'renew' ? RenewDrawer : PlanDrawer
  return <Change rows={open.rows} onApplied={open.keep} onClose={onClose} />
}

function GrowthDrawer({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const t = useText()
  const userId = tenant.id
  const title = t('table.partOf', { title: t('tenants.growth'), name: tenant.userName })
  return (
    <Drawer open size={640} title={title} onClose={onClose}>
      <GrowthChart
        title={t('tenants.devices')}
        queryKey={[tenants.growth.path, userId]}
        load={(days, signal) => call(tenants.growth, { query: { userId, days }, signal })}
      />
    </Drawer>
  )
}

/** The bill of the accounts below one, or of the highest in view. */
function BillDrawer({ tenant, onClose }: { tenant: Tenant | undefined; onClose: () => void }) {
  const t = useText()
  const ofAccount = tenant ? { userId: tenant.id } : {}
  const title = tenant ? t('tenants.billOf', { name: tenant.userName }) : t('tenants.bill')
  return (
    <Drawer open size={720} title={title} onClose={onClose}>
      <BillView
        queryKey={[tenants.bill.path, ofAccount]}
        load={(month, signal) => call(tenants.bill, { query: { ...ofAccount, month }, signal })}
        exportBill={(months) => call(tenants.exportBill, { query: { ...ofAccount, ...months } })}
      />
    </Drawer>
  )
}

/** Explains tenants, and links to the action that makes the first one. */
function FirstSteps() {
  const t = useText()
  const maySeePlans = useMayCall(plans.list)
  const mayUsers = useMayCall(users.list)
  return (
    <div className={styles.inline}>
      {maySeePlans && (
        <Link to="/system/planList">
          <Button tabIndex={-1}>{t('tenants.openPlans')}</Button>
        </Link>
      )}
      {mayUsers && (
        <Link to="/system/user">
          <Button tabIndex={-1}>{t('tenants.openUsers')}</Button>
        </Link>
      )}
    </div>
  )
}

/** Accounts with limits: their limits, their use, and their ends. */
export function TenantsPage() {
  const t = useText()
  const [open, setOpen] = useState<Open>()
  const { data: summary } = useTenantSummary()
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action !== 'accountAlertsChanged') return
    inBackground(client.invalidateQueries({ queryKey: [tenants.list.path] }))
  })
  const columns = useTenantColumns()
  const filters = useTenantFilters()
  const rowActions = useRowActions(setOpen)
  const may = useMayChange()
  const mayBill = useMayCall(tenants.bill)
  return (
    <>
      <CrudPage
        contract={tenants}
        title={t('tenants.title')}
        columns={columns}
        nameOf={(tenant) => tenant.userName}
        filters={filters}
        branches={branches}
        notice={summary && summary.tenants > 0 && <TenantsHead summary={summary} />}
        primary={
          <>
            {mayBill && (
              <Button
                icon={<FileTextOutlined />}
                onClick={() => setOpen({ kind: 'bill', tenant: undefined })}
              >
                {t('tenants.viewBill')}
              </Button>
            )}
            {may.plan && (
              <Button type="primary" onClick={() => setOpen({ kind: 'plan', rows: [], keep: keepAll })}>
                {t('tenants.givePlan')}
              </Button>
            )}
          </>
        }
        emptyText={t('tenants.empty')}
        emptyAction={<FirstSteps />}
        rowActions={rowActions}
        {...((may.renew || may.plan) && {
          batchActions: (rows: readonly Tenant[], _clear: () => void, _all: unknown, keep: Keep) => (
            <>
              {may.renew && (
                <Button size="small" onClick={() => setOpen({ kind: 'renew', rows, keep })}>
                  {t('tenants.renew')}
                </Button>
              )}
              {may.plan && (
                <Button size="small" onClick={() => setOpen({ kind: 'plan', rows, keep })}>
                  {t('tenants.givePlan')}
                </Button>
              )}
            </>
          ),
        })}
      />
      {open && <Overlay open={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
