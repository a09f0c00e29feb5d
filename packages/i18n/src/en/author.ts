import type { SameKeys } from '../catalogue.ts'
import type { author as zhcn } from '../zhcn/author.ts'

export const author: SameKeys<typeof zhcn> = {
  'author.title': 'Script authors',
  'author.intro':
    'Authors sign scripts in their own browser, and the private key never leaves it. When signatures are required, your phones run only scripts that these authors have signed. Not even a server administrator can send other scripts.',
  'author.required': 'Require signatures',
  'author.requiredHint':
    'Phones store the authors the next time they connect. Tasks with unsigned scripts fail.',
  'author.none': 'No authors yet',
  'author.add': 'Add author',
  'author.addOwn': 'Create key in this browser',
  'author.ownKey': 'This browser’s key',
  'author.addOwnKey': 'Add this browser’s key',
  'author.ownKeyHint': 'The key is stored only in this browser and is lost when site data is cleared',
  'author.name': 'Name',
  'author.key': 'Public key',
  'author.keyHint': 'Your colleague can copy it under My account',
  'author.keyFormat': 'Public key must be 43 characters',
  'author.copyKey': 'Copy public key',
  'author.endorsed': 'Signed by this browser’s key, so phones accept this author',
  'author.notEndorsed':
    'Phones do not know this browser’s key. Only phones that enrol later accept this author.',
  'author.added': 'Author “{{name}}” added',
  'author.remove': 'Remove author',
  'author.removeQuestion': 'Remove author “{{name}}”?',
  'author.removeHint':
    'Scripts that only this author has signed can no longer be sent. Phones that already know the key still accept it.',
  'author.removed': 'Author removed',
  'author.noCrypto': 'Signing requires https or localhost and a browser that supports Ed25519',
  'author.sign': 'Sign version',
  'author.signed': 'Version signed',
  'author.signQuestion': 'Sign version {{version}}?',
  'author.signHint':
    'You confirm the script as the server shows it. Compare it with an earlier version first.',
  'author.signedBy': 'Signed by',
  'author.signFailed': 'Could not sign: {{reason}}',
  'author.nameRequired': 'Enter a name',
  'author.nameLength': 'Name can be up to 50 characters',
  'author.unknown': 'The key does not belong to an author. Add it as an author first.',
  'author.taken': 'An author with this key already exists',
  'author.signatureWrong': 'The signature is not valid. Sign the version again.',
  'author.full': 'You can have up to {{max}} authors. Remove an author first.',
  'author.last':
    'Signatures are required, so the last author cannot be removed. Add another author or turn off “Require signatures” first.',
  'author.missing': 'No author has signed this script. Sign the version first.',
  'author.needed': 'Add an author first',
  'author.signaturesFull': 'This key has already made {{max}} signatures. Create a new key.',
}
