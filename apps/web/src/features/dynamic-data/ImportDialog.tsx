import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import {
  type DynamicImport,
  dynamicData,
  importRowLimit,
  importSizeLimit,
} from '@fleetdeck/contract/dynamic-data'
import type { DynamicTable } from '@fleetdeck/contract/dynamic-tables'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Flex, Modal, Progress, Table, Upload } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { showFailure } from '../../api/feedback.ts'
import { useText } from '../../app/language.ts'
import { isRunning, useImport } from './use-import.ts'

function Outcome({ progress }: { progress: DynamicImport }) {
  const t = useText()
  const { state, added, failed, failures, reason, done, total } = progress
  if (isRunning(progress))
    return (
      <div role="status">
        <p>
          {t('dynamicData.running')} {total > 0 && `${done} / ${total}`}
        </p>
        <Progress percent={total > 0 ? Math.floor((done / total) * 100) : 0} status="active" />
      </div>
    )
  const type = state === 'done' ? (failed > 0 ? 'warning' : 'success') : 'error'
  const title = state === 'cancelled' || state === 'failed' ? state : 'done'
  return (
    <Flex vertical gap={12}>
      <Alert
        type={type}
        showIcon
        role="alert"
        title={t(`dynamicData.${title}`)}
        description={reason ?? t('dynamicData.summary', { added, failed })}
      />
      {failures.length > 0 && (
        <Table
          rowKey="row"
          size="small"
          dataSource={failures}
          pagination={false}
          scroll={{ y: 260 }}
          columns={[
            { key: 'row', title: t('dynamicData.row'), dataIndex: 'row', width: 72, align: 'right' },
            { key: 'reason', title: t('dynamicData.reason'), dataIndex: 'reason' },
          ]}
        />
      )}
    </Flex>
  )
}

interface FileChoiceProps {
  tableId: number
  file: File | undefined
  onFile: (file: File | undefined) => void
}

function FileChoice({ tableId, file, onFile }: FileChoiceProps) {
  const t = useText()
  const template = useMutation({
    mutationFn: async () => download((await call(dynamicData.template, { params: { tableId } })).fileName),
  })
  const take = (chosen: File) => {
    if (/\.(xlsx?|csv)$/i.test(chosen.name)) onFile(chosen)
    else showFailure(t('dynamicData.wrongType'))
    return false
  }
  return (
    <>
      <Upload.Dragger
        accept=".xls,.xlsx,.csv"
        maxCount={1}
        beforeUpload={take}
        fileList={file ? [{ uid: 'file', name: file.name }] : []}
        onRemove={() => onFile(undefined)}
      >
        <p>
          <InboxOutlined style={{ fontSize: 32 }} aria-hidden />
        </p>
        <p>{t('dynamicData.drop')}</p>
        <p>{t('dynamicData.limits', { rows: importRowLimit, size: importSizeLimit })}</p>
      </Upload.Dragger>
      <Button
        type="link"
        style={{ marginTop: 8, paddingInline: 0 }}
        icon={<DownloadOutlined />}
        loading={template.isPending}
        onClick={() => template.mutate()}
      >
        {t('dynamicData.template')}
      </Button>
    </>
  )
}

/** A file of rows: chosen, followed while it is worked on, and told row by row. */
export function ImportDialog({ design, onClose }: { design: DynamicTable; onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File>()
  const run = useImport(design.id)
  const { progress } = run
  const footer = progress
    ? [
        run.isUnderWay ? (
          <Button key="stop" loading={run.isCancelling} onClick={run.cancel}>
            {t('dynamicData.stop')}
          </Button>
        ) : (
          <Button key="again" onClick={run.again}>
            {t('dynamicData.again')}
          </Button>
        ),
        <Button key="close" type="primary" onClick={onClose}>
          {t('dynamicData.close')}
        </Button>,
      ]
    : [
        <Button key="cancel" onClick={onClose}>
          {t('table.cancel')}
        </Button>,
        <Button
          key="start"
          type="primary"
          disabled={!file}
          loading={run.isStarting || run.isUnderWay}
          onClick={() => file && run.start(file)}
        >
          {t('dynamicData.start')}
        </Button>,
      ]
  return (
    <Modal
      open
      width={640}
      title={t('dynamicData.importTitle', { name: design.tableName })}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={footer}
    >
      {progress ? (
        <Outcome progress={progress} />
      ) : (
        <FileChoice tableId={design.id} file={file} onFile={setFile} />
      )}
    </Modal>
  )
}
