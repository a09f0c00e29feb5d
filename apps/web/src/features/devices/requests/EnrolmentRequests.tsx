import {
  type EnrolmentRequest,
  enrolmentRequests,
  RequestState,
} from '@fleetdeck/contract/enrolment-requests'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { CopyText } from '../../../components/CopyText.tsx'
import { CrudPage } from '../../../crud/CrudPage.tsx'
import { timeColumn } from '../../../crud/columns.tsx'
import type { CrudColumn } from '../../../crud/crud-contract.ts'
import { choiceFilter } from '../../../crud/filters.tsx'
import { useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'
import { PhoneFactList } from './PhoneFactList.tsx'
import styles from './requests.module.css'
import { requestName, useDecision } from './use-decision.tsx'

const contract = { list: enrolmentRequests.list }

function Phone({ request }: { request: EnrolmentRequest }) {
  const t = useText()
  const { deviceNo, deviceId: hardwareId, userName, online } = request
  return (
    <span className={styles.phone}>
      {deviceNo && <strong>{deviceNo}</strong>}
      <CopyText text={hardwareId} />
      {userName && <small>{userName}</small>}
      <small>{t(online ? 'enrolmentRequest.online' : 'enrolmentRequest.offline')}</small>
    </span>
  )
}

function useColumns(): CrudColumn<EnrolmentRequest>[] {
  const t = useText()
  return [
    { key: 'phone', title: t('device.deviceId'), render: (_, request) => <Phone request={request} /> },
    {
      key: 'known',
      title: t('enrolmentRequest.known'),
      render: (_, { known }) => <PhoneFactList facts={known} />,
    },
    {
      key: 'asking',
      title: t('enrolmentRequest.asking'),
      render: (_, { asking, known }) => <PhoneFactList facts={asking} against={known} />,
    },
    {
      key: 'keyOf',
      title: t('enrolmentRequest.keyUsed'),
      render: (_, { keyOf }) =>
        keyOf === null ? t('enrolmentRequest.siteKey') : t('enrolmentRequest.userKey', { name: keyOf }),
    },
    {
      key: 'state',
      title: t('enrolmentRequest.state'),
      render: (_, { state, count }) => (
        <span className={styles.phone}>
          {t(`enrolmentRequest.${state}`)}
          <small>{t('enrolmentRequest.times', { count })}</small>
        </span>
      ),
    },
    timeColumn('lastAt', t('enrolmentRequest.last')),
    timeColumn('firstAt', t('enrolmentRequest.first'), { hiddenAtFirst: true }),
  ]
}

/** Phones that enrol as a known one with another key, next to the known one. */
export function EnrolmentRequests({ heading }: { heading: ReactNode }) {
  const t = useText()
  const mayDecide = useMay(enrolmentRequests.approve.permission)
  const { approve, reject } = useDecision()
  return (
    <CrudPage
      contract={contract}
      title={t('device.title')}
      heading={heading}
      notice={<p className={styles.text}>{t('enrolmentRequest.text')}</p>}
      columns={useColumns()}
      filters={[
        { name: 'deviceId', label: t('device.deviceId') },
        choiceFilter(
          t,
          'state',
          t('enrolmentRequest.state'),
          RequestState.options.map((state) => [state, t(`enrolmentRequest.${state}`)]),
        ),
      ]}
      nameOf={requestName}
      rowActions={(request) => [
        mayDecide &&
          request.state !== 'approved' && {
            key: 'approve',
            label: t('enrolmentRequest.approve'),
            run: () => approve([request]),
          },
        mayDecide &&
          request.state !== 'rejected' && {
            key: 'reject',
            label: t('enrolmentRequest.reject'),
            run: () => reject([request]),
            isDanger: true,
          },
      ]}
      {...(mayDecide && {
        batchActions: (requests: readonly EnrolmentRequest[], clear: () => void) => (
          <>
            <Button size="small" onClick={() => approve(requests).then((done) => done && clear())}>
              {t('enrolmentRequest.approve')}
            </Button>
            <Button size="small" danger onClick={() => reject(requests).then((done) => done && clear())}>
              {t('enrolmentRequest.reject')}
            </Button>
          </>
        ),
      })}
      emptyText={t('enrolmentRequest.empty')}
    />
  )
}
