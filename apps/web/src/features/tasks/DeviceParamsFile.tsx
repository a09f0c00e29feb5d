import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { DeviceParams, type Task, tasks } from '@fleetdeck/contract/tasks'
import { Button, Flex, Upload } from 'antd'
import { call } from '../../api/call.ts'
import { saveBlob } from '../../api/download.ts'
import { showFailure, shown, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'

/** Parses a file of device values, in the export's format. */
async function readValues(file: File): Promise<DeviceParams | undefined> {
  try {
    return DeviceParams.safeParse(JSON.parse(await file.text())).data
  } catch {
    return undefined
  }
}

interface DeviceParamsFileProps {
  task: Task
  devices: DeviceParams
  onImported: () => unknown
}

/** Exports the values of many phones to a file, and imports them. */
export function DeviceParamsFile({ task, devices, onImported }: DeviceParamsFileProps) {
  const t = useText()
  const take = async (file: File) => {
    const read = await readValues(file)
    if (!read) return showFailure(t('param.notAFile'))
    const { count } = await shown(call(tasks.importDeviceParams, { body: { id: task.id, devices: read } }))
    showSuccess(t('task.imported', { count }))
    await onImported()
  }
  const save = () =>
    saveBlob(new Blob([JSON.stringify(devices, null, 2)], { type: 'application/json' }), 'device-values.json')
  return (
    <Flex gap={8} wrap>
      <Upload
        accept=".json"
        showUploadList={false}
        beforeUpload={(file) => {
          void take(file).catch(() => undefined)
          return false
        }}
      >
        <Button icon={<UploadOutlined />}>{t('param.import')}</Button>
      </Upload>
      <Button icon={<DownloadOutlined />} onClick={save} disabled={devices.length === 0}>
        {t('param.export')}
      </Button>
    </Flex>
  )
}
