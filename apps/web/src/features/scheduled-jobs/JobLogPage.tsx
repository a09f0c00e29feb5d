import { type JobLog, jobLogs, type RunState, runStates } from '@fleetdeck/contract/scheduled-jobs'
import { useQueryClient } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useMemo, useState } from 'react'
import { ClearButton } from '../../components/ClearButton.tsx'
import type { Condition } from '../../components/device-condition.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { dayFilters } from '../../crud/day-filters.tsx'
import { dictFilter } from '../../crud/dict-filter.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { JobRunDrawer } from './JobRunDrawer.tsx'

const conditions: Record<RunState, Condition> = {
  running: 'busy',
  succeeded: 'online',
  failed: 'failed',
  skipped: 'offline',
  interrupted: 'trouble',
}

const buildColumns = (t: Translate): CrudColumn<JobLog>[] => [
  { key: 'id', title: t('log.id'), align: 'right', width: 80, hiddenAtFirst: true },
  { key: 'jobName', title: t('job.name') },
  { key: 'jobGroup', title: t('job.group'), hiddenAtFirst: true },
  {
    key: 'invokeTarget',
    title: t('job.function'),
    hiddenAtFirst: true,
    render: (_, { invokeTarget }) => <code>{invokeTarget}</code>,
  },
  {
    key: 'state',
    title: t('job.result'),
    render: (_, { state }) => <StateBadge condition={conditions[state]} text={t(`job.state.${state}`)} />,
  },
  {
    key: 'jobMessage',
    title: t('job.message'),
    ellipsis: true,
    render: (_, { jobMessage, exceptionInfo }) => exceptionInfo || jobMessage,
  },
  { key: 'byHand', title: t('job.by'), render: (_, { byHand }) => t(byHand ? 'job.byHand' : 'job.byTime') },
  { key: 'startedAt', title: t('job.startedAt'), render: (_, run) => <TimeText value={run.startedAt} /> },
  {
    key: 'durationMs',
    title: t('job.duration'),
    align: 'right',
    render: (_, { durationMs }) => (durationMs === null ? '–' : t('log.ms', { count: durationMs })),
  },
  { key: 'serverName', title: t('job.server'), hiddenAtFirst: true },
]

export function JobLogPage() {
  const t = useText()
  const client = useQueryClient()
  const [open, setOpen] = useState<JobLog>()
  const filters = useMemo(() => {
    const options = runStates.map((value) => ({ value, label: t(`job.state.${value}`) }))
    return [
      { name: 'jobName', label: t('job.name'), input: <Input allowClear maxLength={64} /> },
      dictFilter('jobGroup', t('job.group'), 'sys_job_group'),
      {
        name: 'state',
        label: t('job.result'),
        input: <Select allowClear options={options} placeholder={t('table.all')} />,
        show: (value: string) => options.find((each) => each.value === value)?.label ?? value,
      },
      ...dayFilters(t),
    ]
  }, [t])
  return (
    <>
      <CrudPage
        contract={jobLogs}
        title={t('job.logTitle')}
        columns={buildColumns(t)}
        nameOf={(run) => run.jobName}
        filters={filters}
        primary={
          <ClearButton
            endpoint={jobLogs.clean}
            question={t('job.clearLogs')}
            onCleared={() => client.invalidateQueries({ queryKey: [jobLogs.list.path] })}
          />
        }
        rowActions={(run, { remove }) => [
          { key: 'detail', label: t('log.detail'), run: () => setOpen(run) },
          run.state !== 'running' && remove,
        ]}
        emptyText={t('job.logEmpty')}
      />
      {open && <JobRunDrawer run={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
