import { useState } from 'react'

interface Folding {
  /** Whether branches are open, but for those in `except`. */
  isOpen: boolean
  except: readonly number[]
}
const allOpen: Folding = { isOpen: true, except: [] }

interface FoldingOptions {
  isFoldedAtFirst: boolean
  /** The active filter as text; empty without. */
  search: string
}

/**
 * Which branches of a tree are open. A search opens all of them; when it ends, the tree is as it was before.
 * @param branches ids of the rows with children
 */
export function useFolding(branches: readonly number[], { isFoldedAtFirst, search }: FoldingOptions) {
  const [browsed, setBrowsed] = useState<Folding>({ isOpen: !isFoldedAtFirst, except: [] })
  const [searched, setSearched] = useState({ search, folding: allOpen })
  const isSearching = search !== ''
  const found = searched.search === search ? searched.folding : allOpen
  const { isOpen, except } = isSearching ? found : browsed
  const change = (folding: Folding) => (isSearching ? setSearched({ search, folding }) : setBrowsed(folding))
  const open = branches.filter((id) => isOpen !== except.includes(id))
  const startsOpen = isSearching || !isFoldedAtFirst
  return {
    open,
    setOpen: (ids: readonly number[]) =>
      change({ isOpen, except: branches.filter((id) => isOpen !== ids.includes(id)) }),
    /** Whether the button offers to open all branches: if it is not as it was at first, it returns to that. */
    canExpand: startsOpen ? open.length < branches.length : open.length === 0,
    setAll: (isNowOpen: boolean) => change({ isOpen: isNowOpen, except: [] }),
  }
}
