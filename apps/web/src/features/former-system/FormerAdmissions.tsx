import { PlusOutlined } from '@ant-design/icons'
import { AdmissionKind, type FormerAdmission, formerPhones } from '@fleetdeck/contract/former-phones'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { choiceFilter } from '../../crud/filters.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { FormerNotice } from './FormerNotice.tsx'
import { useAdmit, useReloadFormer } from './use-admit.tsx'

const contract = { list: formerPhones.admissions }

function useColumns(): CrudColumn<FormerAdmission>[] {
  const t = useText()
  return [
    {
      key: 'what',
      title: t('formerPhone.what'),
      render: (_, { kind, network }) => network || t(`formerPhone.kind.${kind}`),
    },
    {
      key: 'state',
      title: t('formerPhone.state'),
      render: (_, { isOpen }) => (
        <StateBadge
          condition={isOpen ? 'online' : 'offline'}
          text={t(isOpen ? 'formerPhone.open' : 'formerPhone.ended')}
        />
      ),
    },
    {
      key: 'target',
      title: t('formerPhone.target'),
      render: (_, { userName, groupName }) =>
        [userName, groupName].filter(Boolean).join(' · ') || t('formerPhone.onlyKnown'),
    },
    { key: 'admitted', title: t('formerPhone.admittedCount'), dataIndex: 'admitted' },
    { key: 'expected', title: t('formerPhone.expectedCount'), dataIndex: 'expected' },
    timeColumn('endsAt', t('formerPhone.endsAt')),
    { key: 'creatorName', title: t('formerPhone.creator'), dataIndex: 'creatorName' },
    timeColumn('createdAt', t('formerPhone.first'), { hiddenAtFirst: true }),
  ]
}

/** Lists of numbers and networks whose phones are admitted when they call. */
export function FormerAdmissions({ heading }: { heading: ReactNode }) {
  const t = useText()
  const mayAdmit = useMay(formerPhones.addAdmission.permission)
  const confirm = useConfirmCount()
  const reload = useReloadFormer()
  const { addAdmission, dialogs } = useAdmit()
  const nameOf = ({ kind, network }: FormerAdmission) => network || t(`formerPhone.kind.${kind}`)
  const end = (admissions: readonly FormerAdmission[]) =>
    confirm({
      title:
        admissions.length === 1
          ? t('formerPhone.endTitle')
          : t('formerPhone.endManyTitle', { count: admissions.length }),
      names: admissions.map(nameOf),
      hint: t('formerPhone.endNowHint'),
      okText: t('formerPhone.endNow'),
      run: async () => {
        const body = { ids: admissions.map(({ id }) => id) }
        await shown(call(formerPhones.endAdmission, { body }))
        showSuccess(t('formerPhone.endDone'))
        await reload()
      },
    })
  const addButton = mayAdmit && (
    <Button type="primary" icon={<PlusOutlined />} onClick={addAdmission}>
      {t('formerPhone.addAdmission')}
    </Button>
  )
  return (
    <>
      <CrudPage
        contract={contract}
        title={t('formerPhone.heading')}
        heading={heading}
        notice={<FormerNotice />}
        columns={useColumns()}
        filters={[
          choiceFilter(
            t,
            'kind',
            t('formerPhone.kind'),
            AdmissionKind.options.map((kind) => [kind, t(`formerPhone.kind.${kind}`)]),
          ),
        ]}
        nameOf={nameOf}
        primary={addButton}
        rowActions={(admission) => [
          mayAdmit &&
            admission.isOpen && {
              key: 'end',
              label: t('formerPhone.endNow'),
              run: () => end([admission]),
              isDanger: true,
            },
        ]}
        emptyText={t('formerPhone.noAdmissions')}
        emptyAction={addButton}
      />
      {dialogs}
    </>
  )
}
