import { type ScreenLink, type ScreenVisit, screenLinks } from '@fleetdeck/contract/screen-links'
import { Drawer } from 'antd'
import { call } from '../../api/call.ts'
import { PagedTable } from '../../components/PagedTable.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import { useText } from '../../ground/language.ts'

/** Who used a guest link, the last one first. */
export function VisitsDrawer({ link, onClose }: { link: ScreenLink; onClose: () => void }) {
  const t = useText()
  const conditions = { id: link.id }
  return (
    <Drawer open size={860} title={t('screenLink.visitsOf', { device: link.deviceNo })} onClose={onClose}>
      <PagedTable
        rowKey="id"
        list={screenLinks.visits}
        conditions={conditions}
        load={(page, signal) => call(screenLinks.visits, { query: { ...conditions, ...page }, signal })}
        columns={[
          { key: 'guestName', title: t('screenLink.guest'), dataIndex: 'guestName' },
          {
            key: 'from',
            title: t('screenLink.from'),
            render: (_: unknown, { ip, location, browser, os }: ScreenVisit) =>
              [ip, location, browser, os].filter(Boolean).join(' · '),
          },
          timeColumn('beganAt', t('screenLink.beganAt')),
          {
            key: 'endedAt',
            title: t('screenLink.visitEnd'),
            render: (_: unknown, { endedAt, ending }: ScreenVisit) =>
              ending === null ? (
                <StateBadge condition="online" text={t('screenLink.visitLasts')} />
              ) : (
                <>
                  <TimeText value={endedAt} /> {t(`screenLink.ending.${ending}`)}
                </>
              ),
          },
          {
            key: 'inputs',
            title: t('screenLink.inputs'),
            render: (_: unknown, { touches, keys, texts }: ScreenVisit) =>
              touches + keys + texts === 0 ? '–' : t('screenLink.inputCounts', { touches, keys, texts }),
          },
        ]}
        emptyText={t('screenLink.noVisits')}
        scroll={{ x: 'max-content' }}
      />
    </Drawer>
  )
}
