import { Button } from 'antd'
import { type ReactNode, useRef } from 'react'

interface FileChooserProps {
  label: string
  icon: ReactNode
  /** Endings of the files, as of an input. */
  accept?: string
  onFiles: (files: File[]) => void
}

/** A button that chooses files of this computer. */
export function FileChooser({ label, icon, accept, onFiles }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        {...(accept && { accept })}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}
