import { DownloadOutlined } from '@ant-design/icons'
import type { LineResult } from '@fleetdeck/contract/device-batches'
import { Alert, Button, Flex, Table } from 'antd'
import { saveBlob } from '../../../api/download.ts'
import { CopyButton } from '../../../components/CopyText.tsx'
import { StateBadge } from '../../../components/StateBadge.tsx'
import { useText } from '../../../ground/language.ts'
import styles from './import.module.css'
import { asTable, refusedFirst } from './lines.ts'

interface LinesOutcomeProps {
  added: number
  results: readonly LineResult[]
}

/** The result of each line, refused ones first. */
export function LinesOutcome({ added, results }: LinesOutcomeProps) {
  const t = useText()
  const refused = results.filter(({ reason }) => reason !== null)
  const resultText = ({ reason }: LineResult) => reason ?? t('deviceImport.added')
  const toTable = (rows: readonly LineResult[]) =>
    asTable(rows.map((row) => [row.line, row.deviceNo, resultText(row)]))
  return (
    <Flex vertical gap={12}>
      <Alert
        type={refused.length === 0 ? 'success' : added === 0 ? 'error' : 'warning'}
        showIcon
        role="alert"
        title={t('deviceImport.done', { added, refused: refused.length })}
      />
      <Table<LineResult>
        rowKey="line"
        size="small"
        dataSource={refusedFirst(results)}
        pagination={{ size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          {
            key: 'line',
            dataIndex: 'line',
            title: t('deviceImport.line'),
            width: 60,
            align: 'right',
          },
          {
            key: 'deviceNo',
            dataIndex: 'deviceNo',
            title: t('device.number'),
            width: 130,
            ellipsis: true,
            render: (_, { deviceNo }) => <code className={styles.number}>{deviceNo}</code>,
          },
          {
            key: 'result',
            title: t('deviceImport.result'),
            render: (_, row) => (
              <StateBadge
                condition={row.reason === null ? 'online' : 'failed'}
                text={<span className={styles.reason}>{resultText(row)}</span>}
              />
            ),
          },
        ]}
      />
      <Flex gap={8} wrap>
        {refused.length > 0 && <CopyButton text={toTable(refused)} label={t('deviceImport.copyRefused')} />}
        <Button
          type="text"
          size="small"
          icon={<DownloadOutlined />}
          onClick={() => saveBlob(new Blob(['\uFEFF', toTable(results)]), 'devices-added.txt')}
        >
          {t('deviceImport.download')}
        </Button>
      </Flex>
    </Flex>
  )
}
