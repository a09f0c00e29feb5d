import { type EnrolmentCode, enrolmentCodes } from '@fleetdeck/contract/enrolment-codes'
import { Drawer } from 'antd'
import { call } from '../../api/call.ts'
import { PagedTable } from '../../components/PagedTable.tsx'
import { codeColumn, timeColumn } from '../../crud/columns.tsx'
import { useText } from '../../ground/language.ts'

/** The phones that enrolled with a code, the last one first. */
export function CodeUses({ code, onClose }: { code: EnrolmentCode; onClose: () => void }) {
  const t = useText()
  const conditions = { id: code.id }
  return (
    <Drawer open size={640} title={t('enrolmentCode.usesOf', { name: code.codeName })} onClose={onClose}>
      <PagedTable
        list={enrolmentCodes.uses}
        conditions={conditions}
        load={(page, signal) => call(enrolmentCodes.uses, { query: { ...conditions, ...page }, signal })}
        columns={[
          {
            key: 'deviceNo',
            title: t('enrolmentCode.deviceNo'),
            render: (_, { deviceNo }) => deviceNo || t('device.unassigned'),
          },
          codeColumn('deviceId', t('enrolmentCode.hardwareId')),
          { key: 'ip', title: t('enrolmentCode.ip'), dataIndex: 'ip' },
          timeColumn('usedAt', t('enrolmentCode.usedAt')),
        ]}
        emptyText={t('enrolmentCode.noUses')}
        scroll={{ x: 'max-content' }}
      />
    </Drawer>
  )
}
