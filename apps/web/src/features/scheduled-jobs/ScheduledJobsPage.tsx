import type { Status } from '@fleetdeck/contract/enums'
import type { ScheduledJobId } from '@fleetdeck/contract/ids'
import {
  Concurrency,
  jobLogs,
  MisfirePolicy,
  type ScheduledJob,
  scheduledJobs,
} from '@fleetdeck/contract/scheduled-jobs'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { ask, shown, showSuccess } from '../../api/feedback.ts'
import { useOftenQuestion } from '../../components/cron/use-often-question.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { StatusSwitch } from '../../components/StatusSwitch.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { codeColumn, dictColumn, timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { dictFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { CronDescription } from './CronDescription.tsx'
import { JobFields, toDraft } from './JobFields.tsx'

interface Ways {
  mayChange: boolean
  changed: () => unknown
}

function buildColumns(t: Translate, { mayChange, changed }: Ways): CrudColumn<ScheduledJob>[] {
  return [
    { key: 'id', title: t('log.id'), align: 'right', width: 80, hiddenAtFirst: true },
    {
      key: 'jobName',
      title: t('job.name'),
      render: (_, { shownName, isRunning, remark }) => (
        <Tooltip title={remark}>
          {shownName} {isRunning && <StateBadge condition="busy" isLive text={t('job.running')} />}
        </Tooltip>
      ),
    },
    dictColumn('jobGroup', t('job.group'), 'sys_job_group'),
    codeColumn('invokeTarget', t('job.function'), { hiddenAtFirst: true }),
    {
      key: 'status',
      title: t('job.status'),
      width: 90,
      render: (_, { id, shownName, status }) => (
        <StatusSwitch
          name={shownName}
          status={status}
          disabled={!mayChange}
          question={(next) => ({
            title: t(next === 0 ? 'job.startTitle' : 'job.stopTitle', { name: shownName }),
            hint: t(next === 0 ? 'job.startHint' : 'job.stopHint'),
          })}
          onChange={(next) => change(id, next).then(changed)}
        />
      ),
    },
    {
      key: 'cronExpression',
      title: t('job.cron'),
      render: (_, { cronExpression }) => <CronDescription text={cronExpression} />,
    },
    timeColumn('nextRunAt', t('job.next')),
    timeColumn('lastRunAt', t('job.last')),
  ]
}

const change = (jobId: ScheduledJobId, status: Status) =>
  shown(call(scheduledJobs.changeStatus, { body: { jobId, status } }))

function useRunOnce(changed: () => unknown) {
  const t = useText()
  return ({ id, shownName }: ScheduledJob) =>
    ask({
      title: t('job.runTitle', { name: shownName }),
      content: t('job.runHint'),
      okText: t('job.run'),
      cancelText: t('table.cancel'),
      onOk: async () => {
        await shown(call(scheduledJobs.run, { query: { id } }))
        showSuccess(t('job.ran'))
        await changed()
      },
    })
}

export function ScheduledJobsPage() {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayChange = useMay(scheduledJobs.changeStatus.permission)
  const mayRun = useMay(scheduledJobs.run.permission)
  const seesLog = useMay(jobLogs.list.permission)
  const changed = () => client.invalidateQueries({ queryKey: [scheduledJobs.list.path] })
  const runOnce = useRunOnce(changed)
  const confirmOften = useOftenQuestion()
  const openLog = (jobName?: string) =>
    navigate(jobName ? `/job/log?${new URLSearchParams({ jobName })}` : '/job/log')
  const filters = [
    { name: 'jobName', label: t('job.name') },
    dictFilter('jobGroup', t('job.group'), 'sys_job_group'),
    dictFilter('status', t('job.status'), 'sys_job_status'),
  ]
  return (
    <CrudPage
      contract={scheduledJobs}
      title={t('job.title')}
      columns={buildColumns(t, { mayChange, changed })}
      nameOf={(job) => job.shownName}
      filters={filters}
      form={{
        addTitle: t('job.add'),
        editTitle: t('job.edit'),
        fields: (job) => <JobFields job={job} />,
        initialValues: (job) =>
          job
            ? { ...job, jobName: job.shownName }
            : {
                jobGroup: 'DEFAULT',
                misfirePolicy: MisfirePolicy.default,
                concurrent: Concurrency.forbid,
                jobParams: {},
                cronExpression: '',
              },
        draft: toDraft,
        confirm: (values, job) => confirmOften(String(values.cronExpression), job?.cronExpression),
      }}
      primary={seesLog && <Button onClick={() => openLog()}>{t('job.logTitle')}</Button>}
      rowActions={(job, { edit, remove }) => [
        edit,
        mayRun && { key: 'run', label: t('job.run'), run: () => runOnce(job) },
        seesLog && { key: 'log', label: t('job.log'), run: () => openLog(job.shownName) },
        !job.builtIn && remove,
      ]}
      emptyText={t('job.empty')}
    />
  )
}
