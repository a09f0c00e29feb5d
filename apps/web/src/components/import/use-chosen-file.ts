import { useState } from 'react'
import { type FileLayout, isComplete } from './file-layout.ts'

/** The file of an import, and how its columns are imported. */
export function useChosenFile() {
  const [{ file, key }, setChosen] = useState<{ file: File | undefined; key: number }>({
    file: undefined,
    key: 0,
  })
  const [layout, setLayout] = useState<FileLayout>()
  return {
    file,
    /** Differs for each choice, also of a file with the same name. */
    key,
    layout,
    setLayout,
    choose: (next: File) => {
      setChosen((before) => ({ file: next, key: before.key + 1 }))
      setLayout(undefined)
    },
    /** What can be imported. */
    ready: file && layout && isComplete(layout) ? { file, layout } : undefined,
  }
}
export type ChosenFile = ReturnType<typeof useChosenFile>
