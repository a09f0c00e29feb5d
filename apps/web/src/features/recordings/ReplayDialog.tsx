import { devices } from '@fleetdeck/contract/devices'
import { type Recording, recordings, replaySpeeds } from '@fleetdeck/contract/recordings'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Modal, Progress, Segmented, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showError } from '../../api/feedback.ts'
import { pauseInOutage } from '../../api/query-client.ts'
import { clockText } from '../../components/clock-text.ts'
import { useDebounced } from '../../components/pickers/use-debounced.ts'
import { useText } from '../../ground/language.ts'

const pollMs = 400
const maxOffered = 50

interface PhoneFieldProps {
  id?: string
  value?: string
  onChange?: (deviceNo: string) => void
}

/** Selects a connected phone by its number. */
function PhoneField({ value, onChange, ...rest }: PhoneFieldProps) {
  const [search, setSearch] = useState('')
  const quiet = useDebounced(search)
  const { data, isFetching } = useQuery({
    queryKey: [devices.list.path, 'replay', quiet],
    queryFn: ({ signal }) => {
      const filter = { search: quiet, assStatus: '1', online: '1', orderByColumn: 'deviceNo' } as const
      return call(devices.list, { query: { ...filter, pageSize: maxOffered }, signal })
    },
  })
  return (
    <Select
      {...rest}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={isFetching}
      value={value}
      onChange={onChange}
      options={data?.list.map(({ deviceNo }) => ({ value: deviceNo, label: deviceNo })) ?? []}
    />
  )
}

/** The progress of a replay, and its end. */
function ReplayProgressView({ jobId, onAgain }: { jobId: string; onAgain: () => void }) {
  const t = useText()
  const { data } = useQuery({
    queryKey: [recordings.replayProgress.path, jobId],
    queryFn: ({ signal }) => call(recordings.replayProgress, { query: { jobId }, signal }),
    refetchInterval: (query) =>
      query.state.data && query.state.data.state !== 'running' ? false : pauseInOutage(query) || pollMs,
    meta: { silent: true },
  })
  const stopping = useMutation({
    mutationFn: () => call(recordings.replayCancel, { body: { jobId } }),
    onError: showError,
  })
  if (!data) return <Progress percent={0} />
  const { state, total, done, sent, skipped, reason, deviceNo } = data
  const counts = t('recording.replayCounts', { device: deviceNo, sent, skipped })
  const kinds = { running: 'info', done: 'success', failed: 'error', cancelled: 'warning' } as const
  return (
    <>
      <Progress
        percent={total > 0 ? Math.floor((100 * done) / total) : state === 'done' ? 100 : 0}
        {...(state === 'failed' && { status: 'exception' as const })}
      />
      <Alert
        type={kinds[state]}
        showIcon
        role="status"
        title={t(`recording.replayState.${state}`)}
        description={reason ?? `${counts}${total > 0 ? ` · ${clockText(done)} / ${clockText(total)}` : ''}`}
        action={
          state === 'running' ? (
            <Button danger loading={stopping.isPending} onClick={() => stopping.mutate()}>
              {t('recording.replayStop')}
            </Button>
          ) : (
            <Button onClick={onAgain}>{t('recording.replayAgain')}</Button>
          )
        }
      />
    </>
  )
}

/** Replays the inputs of a recording on a phone; closing the dialog does not stop it. */
export function ReplayDialog({ recording, onClose }: { recording: Recording; onClose: () => void }) {
  const t = useText()
  const [form] = Form.useForm<{ deviceNo: string; speed: (typeof replaySpeeds)[number] }>()
  const [jobId, setJobId] = useState<string>()
  const starting = useMutation({
    mutationFn: (order: { deviceNo: string; speed: (typeof replaySpeeds)[number] }) =>
      call(recordings.replay, { body: { id: recording.id, ...order } }),
    onSuccess: (started) => setJobId(started.jobId),
    onError: showError,
  })
  return (
    <Modal
      open
      title={t('recording.replayTitle', { device: recording.deviceNo })}
      onCancel={onClose}
      cancelText={t('recording.close')}
      okText={t('recording.replayStart')}
      okButtonProps={{ loading: starting.isPending, disabled: jobId !== undefined }}
      onOk={() => form.submit()}
    >
      {jobId ? (
        <ReplayProgressView jobId={jobId} onAgain={() => setJobId(undefined)} />
      ) : (
        <Form
          form={form}
          layout="vertical"
          initialValues={{ speed: 1 }}
          onFinish={(order) => starting.mutate(order)}
        >
          <Form.Item
            name="deviceNo"
            label={t('recording.replayOn')}
            extra={t('recording.replayHint')}
            rules={[{ required: true, message: t('script.deviceRequired') }]}
          >
            <PhoneField />
          </Form.Item>
          <Form.Item name="speed" label={t('recording.speed')}>
            <Segmented
              aria-label={t('recording.speed')}
              options={replaySpeeds.map((value) => ({ value, label: `${value}×` }))}
            />
          </Form.Item>
          {!recording.keepsTexts && <Alert type="info" showIcon title={t('recording.replaySkips')} />}
        </Form>
      )}
    </Modal>
  )
}
