import { PlusOutlined } from '@ant-design/icons'
import { CodeState, type EnrolmentCode, enrolmentCodes } from '@fleetdeck/contract/enrolment-codes'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { StateBadge } from '../../components/StateBadge.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import { choiceFilter, ownerFilter } from '../../crud/filters.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { CodeUses } from './CodeUses.tsx'
import { type NewCode, NewCodeDialog } from './NewCodeDialog.tsx'
import { NewCodeDrawer } from './NewCodeDrawer.tsx'
import { useRevoke } from './use-revoke.ts'

/** Without the adding call, which returns a code: it has its own form. */
const contract = { list: enrolmentCodes.list }
const conditions = { usable: 'online', usedUp: 'offline', expired: 'offline', revoked: 'disabled' } as const

function useColumns() {
  const t = useText()
  return [
    { key: 'codeName', title: t('enrolmentCode.name') },
    {
      key: 'state',
      title: t('enrolmentCode.state'),
      render: (_: unknown, { state }: EnrolmentCode) => (
        <StateBadge condition={conditions[state]} text={t(`enrolmentCode.${state}`)} />
      ),
    },
    {
      key: 'target',
      title: t('enrolmentCode.target'),
      render: (_: unknown, { userName, groupName, numberPrefix }: EnrolmentCode) =>
        [userName ?? t('enrolmentCode.site'), groupName, numberPrefix].filter(Boolean).join(' · '),
    },
    {
      key: 'used',
      title: t('enrolmentCode.used'),
      render: (_: unknown, { used, maxUses }: EnrolmentCode) =>
        t('enrolmentCode.usedOf', { used, max: maxUses }),
    },
    timeColumn('expiresAt', t('enrolmentCode.expiresAt')),
    { key: 'creatorName', title: t('enrolmentCode.creator'), dataIndex: 'creatorName' },
    timeColumn('createdAt', t('enrolmentCode.createdAt'), { hiddenAtFirst: true }),
  ]
}

/** Codes with which phones enrol: list, create, revoke, and the phones of each. */
export function EnrolmentCodesPage() {
  const t = useText()
  const client = useQueryClient()
  const mayAdd = useMay(enrolmentCodes.add.permission)
  const mayRevoke = useMay(enrolmentCodes.revoke.permission)
  const revoke = useRevoke()
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<NewCode>()
  const [shown, setShown] = useState<EnrolmentCode>()
  const addButton = mayAdd && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('enrolmentCode.add')}
    </Button>
  )
  return (
    <>
      <CrudPage
        contract={contract}
        title={t('enrolmentCode.title')}
        columns={useColumns()}
        nameOf={({ codeName }) => codeName}
        filters={[
          { name: 'codeName', label: t('enrolmentCode.name') },
          choiceFilter(
            t,
            'state',
            t('enrolmentCode.state'),
            CodeState.options.map((state) => [state, t(`enrolmentCode.${state}`)]),
          ),
          ownerFilter(t('enrolmentCode.owner')),
        ]}
        primary={addButton}
        rowActions={(code) => [
          { key: 'uses', label: t('enrolmentCode.showUses'), run: () => setShown(code) },
          mayRevoke &&
            code.state !== 'revoked' && {
              key: 'revoke',
              label: t('enrolmentCode.revoke'),
              isDanger: true,
              run: () => revoke([code]),
            },
        ]}
        {...(mayRevoke && {
          batchActions: (codes: readonly EnrolmentCode[], clear: () => void) => (
            <Button size="small" danger onClick={() => revoke(codes).then((done) => done && clear())}>
              {t('enrolmentCode.revoke')}
            </Button>
          ),
        })}
        emptyText={t('enrolmentCode.empty')}
        emptyAction={addButton}
      />
      {isAdding && (
        <NewCodeDrawer
          onClose={() => setAdding(false)}
          onMade={async (code) => {
            setMade(code)
            await client.invalidateQueries({ queryKey: [enrolmentCodes.list.path] })
          }}
        />
      )}
      {made && <NewCodeDialog made={made} onClose={() => setMade(undefined)} />}
      {shown && <CodeUses code={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
