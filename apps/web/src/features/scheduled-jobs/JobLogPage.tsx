import { type JobLog, jobLogs, type RunState, runStates } from '@fleetdeck/contract/scheduled-jobs'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { useState } from 'react'
import { ClearButton } from '../../components/ClearButton.tsx'
import type { Condition } from '../../components/device-condition.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { codeColumn, timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { choiceFilter, dayFilters, dictFilter } from '../../crud/filters.tsx'
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
  codeColumn('invokeTarget', t('job.function'), { hiddenAtFirst: true }),
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
  timeColumn('startedAt', t('job.startedAt')),
  {
    key: 'durationMs',
    title: t('job.duration'),
    align: 'right',
    render: (_, { durationMs }) => (durationMs === null ? '–' : formatAmount(durationMs, 'ms')),
  },
  { key: 'serverName', title: t('job.server'), hiddenAtFirst: true },
]

export function JobLogPage() {
  const t = useText()
  const [open, setOpen] = useState<JobLog>()
  return (
    <>
      <CrudPage
        contract={jobLogs}
        title={t('job.logTitle')}
        columns={buildColumns(t)}
        nameOf={(run) => run.jobName}
        filters={[
          { name: 'jobName', label: t('job.name') },
          dictFilter('jobGroup', t('job.group'), 'sys_job_group'),
          choiceFilter(
            t,
            'state',
            t('job.result'),
            runStates.map((state) => [state, t(`job.state.${state}`)]),
          ),
          ...dayFilters(t),
        ]}
        primary={<ClearButton endpoint={jobLogs.clean} question={t('job.clearLogs')} list={jobLogs.list} />}
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
