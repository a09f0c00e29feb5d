import { DownloadOutlined } from '@ant-design/icons'
import {
  type FormerKind,
  formerFileLimit,
  formerFileTypes,
  formerImport,
  formerKinds,
  formerLineLimit,
  formerSizeLimit,
  formerTotalLimit,
} from '@fleetdeck/contract/former-import'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { useMutation } from '@tanstack/react-query'
import { Button, Checkbox, Dropdown, Flex, Form, Steps, Typography } from 'antd'
import { type ReactNode, useId } from 'react'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { UserPicker } from '../../components/pickers/UserPicker.tsx'
import { FileDrop } from '../../components/upload/FileDrop.tsx'
import { choicesText, useText } from '../../ground/language.ts'
import { ChosenFiles } from './ChosenFiles.tsx'
import styles from './former-system.module.css'
import { ImportReport, sumOf } from './ImportReport.tsx'
import { type FormerRun, useFormerImport } from './use-former-import.ts'

function Templates() {
  const t = useText()
  const fetching = useMutation({
    mutationFn: async (kind: FormerKind) =>
      download((await call(formerImport.template, { query: { kind } })).fileName),
  })
  const items = formerKinds.map((kind) => ({
    key: kind,
    label: t(`formerImport.kind.${kind}`),
    onClick: () => fetching.mutate(kind),
  }))
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button icon={<DownloadOutlined />} loading={fetching.isPending}>
        {t('formerImport.templates')}
      </Button>
    </Dropdown>
  )
}

/** Files of the same name replace each other. */
function FileChoice({ run: { choice, setChoice, isBusy } }: { run: FormerRun }) {
  const t = useText()
  const ownerId = useId()
  const add = (file: File) =>
    setChoice((present) => ({
      ...present,
      files: [...present.files.filter((one) => one.file.name !== file.name), { file, kind: 'auto' }],
    }))
  const limits = {
    files: formerFileLimit,
    size: formerSizeLimit,
    total: formerTotalLimit,
    lines: formatNumber(formerLineLimit),
  }
  return (
    <>
      <FileDrop
        types={formerFileTypes}
        limit={formerSizeLimit}
        isBusy={isBusy}
        isMany
        chosen={<span>{t('formerImport.drop', { types: choicesText(formerFileTypes) })}</span>}
        onFile={add}
      >
        <span>{t('formerImport.limits', limits)}</span>
      </FileDrop>
      <Form layout="vertical" disabled={isBusy} style={{ maxWidth: 480 }}>
        <Form.Item label={t('formerImport.owner')} htmlFor={ownerId} extra={t('formerImport.ownerHint')}>
          <UserPicker
            id={ownerId}
            allowClear
            {...(choice.userId !== undefined && { value: choice.userId })}
            onChange={(userId: number | undefined) => setChoice({ ...choice, userId })}
          />
        </Form.Item>
        <Form.Item extra={t('formerImport.updateHint')}>
          <Checkbox
            checked={choice.update}
            onChange={({ target }) => setChoice({ ...choice, update: target.checked })}
          >
            {t('formerImport.update')}
          </Checkbox>
        </Form.Item>
      </Form>
    </>
  )
}

function Actions({ run }: { run: FormerRun }) {
  const t = useText()
  const { choice, progress, isBusy, isTried } = run
  if (run.isUnderWay)
    return (
      <Button loading={run.isCancelling} onClick={run.cancel}>
        {t('import.stop')}
      </Button>
    )
  if (progress && !progress.dryRun && progress.state === 'done')
    return <Button onClick={run.clear}>{t('formerImport.more')}</Button>
  const count = progress && isTried ? sumOf(progress, 'new', 'changed') : 0
  const mayTry = choice.files.length > 0 && choice.files.length <= formerFileLimit
  return (
    <>
      <Button
        type={isTried ? 'default' : 'primary'}
        disabled={!mayTry}
        loading={isBusy}
        onClick={() => run.start(true)}
      >
        {t('formerImport.tryOut')}
      </Button>
      <Button
        type={isTried ? 'primary' : 'default'}
        disabled={count === 0 || isBusy}
        onClick={() => run.start(false)}
      >
        {t('formerImport.importRows', { count })}
      </Button>
      {mayTry && !isTried && <Typography.Text type="secondary">{t('formerImport.tryFirst')}</Typography.Text>}
    </>
  )
}

const stepOf = ({ choice, progress, isTried }: FormerRun) => {
  if (choice.files.length === 0) return 0
  if (progress && !progress.dryRun && progress.state === 'done') return 3
  return isTried || (progress && !progress.dryRun) ? 2 : 1
}

/** Imports files of the former system: files, a dry run of them, then the import. */
export function FormerImport({ heading }: { heading: ReactNode }) {
  const t = useText()
  const run = useFormerImport()
  const titles = ['formerImport.chooseTitle', 'formerImport.tryTitle', 'formerImport.importTitle'] as const
  return (
    <Flex vertical gap={16}>
      <header className={styles.head}>
        <h1 className="page-title">{t('formerPhone.heading')}</h1>
        {heading}
      </header>
      <Flex align="center" justify="space-between" gap={12} wrap>
        <Typography.Text type="secondary">{t('formerImport.chooseHint')}</Typography.Text>
        <Templates />
      </Flex>
      <Steps size="small" current={stepOf(run)} items={titles.map((key) => ({ title: t(key) }))} />
      <FileChoice run={run} />
      <ChosenFiles run={run} />
      <Flex align="center" gap={8} wrap>
        <Actions run={run} />
      </Flex>
      {run.progress && <ImportReport progress={run.progress} />}
    </Flex>
  )
}
