import { scriptExceptions } from '@fleetdeck/contract/script-exceptions'
import { scripts } from '@fleetdeck/contract/scripts'
import type { TaskRun } from '@fleetdeck/contract/task-runs'
import { Button, Descriptions } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { listText, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { type TextSource, VersionComparison } from '../code/VersionComparison.tsx'
import { CommitText } from '../script-file/CommitText.tsx'

const errorsOf = ({ scriptName, scriptVersion, taskId }: TaskRun) =>
  new URLSearchParams({ scriptName, scriptVersion, ...(taskId === null && { kind: 'try' }) })

/** The text that a run had, if the caller may see it. */
function textOf({ id, versionId, hasText }: TaskRun): TextSource | undefined {
  if (versionId !== null) return { versionId }
  return hasText ? { runId: id } : undefined
}

/** Opens the text of a run; beside the script's present version, if that is another. */
function ShowText({ run, source }: { run: TaskRun; source: TextSource }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { scriptName, versionId, currentVersionId } = run
  const version = run.scriptVersion || (run.taskId === null ? t('task.kindTry') : '')
  const current = currentVersionId !== versionId ? currentVersionId : null
  const isOld = current !== null
  return (
    <>
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        {t(isOld ? 'task.contentDiffers' : 'task.contentShow')}
      </Button>
      {isOpen && (
        <VersionComparison
          title={isOld ? t('task.contentTitle', { version }) : `${scriptName} ${version}`}
          sources={isOld ? [source, { versionId: current }] : [source]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** What the phone ran, with which parameters, and who started it. */
export function RunContent({ run }: { run: TaskRun }) {
  const t = useText()
  const maySee = useMay(scripts.text.permission)
  const seesErrors = useMay(scriptExceptions.list.permission)
  const { scriptName, scriptVersion, contentMd5, hotName, params, startedBy, commit } = run
  const isTry = run.taskId === null
  if (scriptVersion === '' && contentMd5 === '' && !isTry) return null
  const source = textOf(run)
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
          )}
          {isTry && !source && ` · ${t('task.textUnknown')}`}{' '}
          {maySee && source && <ShowText run={run} source={source} />}
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
  return <Descriptions size="small" column={1} items={items} />
}
