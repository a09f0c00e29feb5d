import { type JobTarget, jobTargetNames, jobTargets } from '@fleetdeck/contract/job-targets'
import { isJobTarget, type ScheduledJob, ScheduledJobDraft } from '@fleetdeck/contract/scheduled-jobs'
import { Form, InputNumber, Radio, Select } from 'antd'
import { CronItem } from '../../components/cron/CronField.tsx'
import { DictField } from '../../components/dictionary/DictField.tsx'
import { TextAreaField, TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'

const policies = [0, 1, 2, 3] as const
const overlapping = [1, 0] as const

const paramNames = (target: string | undefined): string[] =>
  target && isJobTarget(target) ? Object.keys(jobTargets[target].params.shape) : []

/** The body of the call; empty parameters are omitted. */
export function toDraft(values: Record<string, unknown>) {
  const { jobName, jobGroup, invokeTarget, cronExpression, misfirePolicy, concurrent, remark } = values
  const given = Object.entries((values.jobParams ?? {}) as Record<string, unknown>)
  const names = paramNames(String(invokeTarget))
  const jobParams = Object.fromEntries(given.filter(([name, value]) => value != null && names.includes(name)))
  return {
    jobName,
    jobGroup,
    invokeTarget,
    jobParams,
    cronExpression,
    misfirePolicy,
    concurrent,
    remark: remark ?? '',
  }
}

/** The parameters of the selected function. */
function ParamFields() {
  const t = useText()
  const target = Form.useWatch<JobTarget | undefined>('invokeTarget')
  return paramNames(target).map((name) => (
    <Form.Item key={name} name={['jobParams', name]} label={t('job.days')} extra={t('job.daysHint')}>
      <InputNumber min={1} max={3650} precision={0} />
    </Form.Item>
  ))
}

export function JobFields({ job }: { job: ScheduledJob | undefined }) {
  const t = useText()
  const targets = jobTargetNames.map((value) => ({ value, label: t(`job.target.${value}`) }))
  return (
    <>
      <TextField
        draft={ScheduledJobDraft}
        name="jobName"
        label={t('job.name')}
        hint={!job && t('job.addHint')}
        autoFocus
      />
      <Form.Item name="jobGroup" label={t('job.group')} rules={[{ required: true }]}>
        <DictField type="sys_job_group" />
      </Form.Item>
      <Form.Item
        name="invokeTarget"
        label={t('job.function')}
        extra={t('job.functionHint')}
        rules={[{ required: true, message: t('job.targetUnknown') }]}
      >
        <Select
          options={targets}
          placeholder={t('table.chooseFrom')}
          disabled={job?.builtIn === true}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <ParamFields />
      <CronItem name="cronExpression" label={t('job.cron')} />
      <Form.Item name="misfirePolicy" label={t('job.misfire')} extra={t('job.misfireHint')}>
        <Select options={policies.map((value) => ({ value, label: t(`job.policy${value}`) }))} />
      </Form.Item>
      <Form.Item name="concurrent" label={t('job.concurrent')}>
        <Radio.Group options={overlapping.map((value) => ({ value, label: t(`job.concurrent${value}`) }))} />
      </Form.Item>
      <TextAreaField draft={ScheduledJobDraft} name="remark" label={t('job.remark')} rows={2} />
    </>
  )
}
