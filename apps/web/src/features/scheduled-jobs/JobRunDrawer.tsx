import type { JobLog } from '@fleetdeck/contract/scheduled-jobs'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { Alert, Descriptions, Drawer } from 'antd'
import { fullTime } from '../../components/time-text.ts'
import { listText, useText } from '../../ground/language.ts'

/** All details of one run. */
export function JobRunDrawer({ run, onClose }: { run: JobLog; onClose: () => void }) {
  const t = useText()
  const params = Object.entries(run.jobParams).map(([label, value]) =>
    t('common.labelled', { label, value: String(value) }),
  )
  return (
    <Drawer
      open
      size={560}
      title={t('table.partOf', { title: t('job.detail'), name: run.jobName })}
      onClose={onClose}
    >
      {run.exceptionInfo && (
        <Alert
          type="error"
          showIcon
          title={t('job.exception')}
          description={<span style={{ whiteSpace: 'pre-wrap' }}>{run.exceptionInfo}</span>}
          style={{ marginBottom: 16 }}
        />
      )}
      <Descriptions
        size="small"
        column={1}
        bordered
        items={[
          { key: 'name', label: t('job.name'), children: run.jobName },
          { key: 'target', label: t('job.function'), children: <code>{run.invokeTarget}</code> },
          ...(params.length ? [{ key: 'params', label: t('log.params'), children: listText(params) }] : []),
          { key: 'result', label: t('job.result'), children: t(`job.state.${run.state}`) },
          { key: 'message', label: t('job.message'), children: run.jobMessage },
          { key: 'by', label: t('job.by'), children: t(run.byHand ? 'job.byHand' : 'job.byTime') },
          { key: 'start', label: t('job.startedAt'), children: fullTime(run.startedAt) },
          { key: 'end', label: t('job.endedAt'), children: run.endedAt ? fullTime(run.endedAt) : '–' },
          {
            key: 'duration',
            label: t('job.duration'),
            children: run.durationMs === null ? '–' : formatAmount(run.durationMs, 'ms'),
          },
          { key: 'server', label: t('job.server'), children: <code>{run.serverName}</code> },
        ]}
      />
    </Drawer>
  )
}
