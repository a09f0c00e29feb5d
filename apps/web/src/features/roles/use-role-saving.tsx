import { changedMeanwhileCode } from '@fleetdeck/contract/endpoint'
import type { RoleId } from '@fleetdeck/contract/ids'
import type { RolePreview } from '@fleetdeck/contract/role-changes'
import { useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { type ConflictAnswer, ConflictDialog } from './ConflictDialog.tsx'
import { needsQuestion, PreviewDialog } from './PreviewDialog.tsx'

interface Saving {
  roleId: RoleId
  /** The one that the form was opened with. */
  revision: number
  preview: () => Promise<RolePreview>
  /** Without a revision it is saved over what others have changed. */
  save: (revision: number | undefined) => Promise<unknown>
  /** The form shows what is stored now. */
  onLoadTheirs: () => void
  /** Adds a new role, if the form can. */
  saveAsNew?: () => Promise<unknown>
}

type Question =
  | { kind: 'preview'; preview: RolePreview; answer: (isSaved: boolean) => void }
  | { kind: 'conflict'; saving: Saving; answer: (answer: ConflictAnswer | undefined) => void }

const isConflict = (error: unknown) => error instanceof CallError && error.code === changedMeanwhileCode

/** Saves a role in steps: its effects are confirmed first, and conflicting changes need a decision. */
export function useRoleSaving() {
  const [question, setQuestion] = useState<Question>()
  const close = <Answer,>(resolve: (answer: Answer) => void) => {
    return (answer: Answer) => {
      setQuestion(undefined)
      resolve(answer)
    }
  }
  const confirm = (preview: RolePreview) =>
    new Promise<boolean>((resolve) => setQuestion({ kind: 'preview', preview, answer: close(resolve) }))
  const settle = (saving: Saving) =>
    new Promise<ConflictAnswer | undefined>((resolve) =>
      setQuestion({ kind: 'conflict', saving, answer: close(resolve) }),
    )

  async function afterConflict(saving: Saving): Promise<boolean> {
    const answer = await settle(saving)
    if (answer === 'mine') return run({ ...saving }, undefined)
    if (answer === 'theirs') saving.onLoadTheirs()
    if (answer !== 'new') return false
    await saving.saveAsNew?.()
    return true
  }
  async function run(saving: Saving, revision: number | undefined): Promise<boolean> {
    try {
      await saving.save(revision)
      return true
    } catch (error) {
      if (!isConflict(error)) throw error
      return await afterConflict(saving)
    }
  }
  /** @returns whether it was saved */
  async function save(saving: Saving): Promise<boolean> {
    try {
      const preview = await saving.preview()
      if (needsQuestion(preview) && !(await confirm(preview))) return false
    } catch (error) {
      if (!isConflict(error)) throw error
      return await afterConflict(saving)
    }
    return await run(saving, saving.revision)
  }

  const dialogs = (
    <>
      {question?.kind === 'preview' && (
        <PreviewDialog
          preview={question.preview}
          onSave={() => question.answer(true)}
          onClose={() => question.answer(false)}
        />
      )}
      {question?.kind === 'conflict' && (
        <ConflictDialog
          roleId={question.saving.roleId}
          revision={question.saving.revision}
          mayAddNew={question.saving.saveAsNew !== undefined}
          onAnswer={question.answer}
        />
      )}
    </>
  )
  return { save, dialogs }
}
