import { type ChangeEvent, useEffect, useRef, useState } from 'react'

/** Types that browsers can draw and the server stores. */
const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** An image file selected by the user, as an object URL that is released after use. */
export function useImageFile(onWrongType: () => void) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    event.target.value = ''
    if (!chosen) return
    if (imageTypes.includes(chosen.type)) setFile(chosen)
    else onWrongType()
  }
  return {
    address,
    choose: () => input.current?.click(),
    input: <input ref={input} type="file" accept={imageTypes.join(',')} hidden onChange={take} />,
  }
}
