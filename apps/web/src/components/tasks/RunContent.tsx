import { scriptExceptions } from '@fleetdeck/contract/script-exceptions'
import { scripts } from '@fleetdeck/contract/scripts'
import type { TaskRun } from '@fleetdeck/contract/task-runs'
import { Button, Descriptions } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { listText, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { VersionComparison } from '../code/VersionComparison.tsx'
import { CommitText } from '../script-file/CommitText.tsx'

const errorsOf = ({ scriptName, scriptVersion, taskId }: TaskRun) =>
  new URLSearchParams({ scriptName, scriptVersion, ...(taskId === null && { kind: 'try' }) })

/** What the phone ran, with which parameters, and who started it. */
export function RunContent({ run }: { run: TaskRun }) {
  const t = useText()
  const maySee = useMay(scripts.text.permission)
  const seesErrors = useMay(scriptExceptions.list.permission)
  const [isOpen, setOpen] = useState(false)
  const {
    scriptName,
    scriptVersion,
    contentMd5,
    hotName,
    versionId,
    currentVersionId,
    params,
    startedBy,
    commit,
  } = run
  if (scriptVersion === '' && contentMd5 === '') return null
  const isOld = versionId !== null && currentVersionId !== null && versionId !== currentVersionId
  const items = [
    {
      key: 'content',
      label: t('task.content'),
      children: (
        <span>
          {scriptName} {scriptVersion}
          {hotName !== null && ` · ${t('task.byHotUpdate', { name: hotName })}`}
          {contentMd5 ? (
            <>
              {' · '}
              <code title={contentMd5}>{contentMd5.slice(0, 8)}</code>
            </>
          ) : (
            ` · ${t('task.contentUnknown')}`
          )}{' '}
          {maySee && versionId !== null && (
            <Button type="link" size="small" onClick={() => setOpen(true)}>
              {t(isOld ? 'task.contentDiffers' : 'task.contentShow')}
            </Button>
          )}
          {seesErrors && <Link to={`/task/scriptException?${errorsOf(run)}`}>{t('task.contentErrors')}</Link>}
        </span>
      ),
    },
    ...(commit
      ? [{ key: 'commit', label: t('scriptSource.commit'), children: <CommitText commit={commit} /> }]
      : []),
    ...(startedBy ? [{ key: 'startedBy', label: t('task.startedBy'), children: startedBy }] : []),
    ...Object.entries(params ?? {}).map(([key, value]) => ({
      key: `param-${key}`,
      label: key,
      children: (Array.isArray(value) ? listText(value) : value) || '–',
    })),
  ]
  return (
    <>
      <Descriptions size="small" column={1} items={items} />
      {isOpen && versionId !== null && (
        <VersionComparison
          title={
            isOld ? t('task.contentTitle', { version: scriptVersion }) : `${scriptName} ${scriptVersion}`
          }
          versionIds={isOld && currentVersionId !== null ? [versionId, currentVersionId] : [versionId]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
