import { looks } from './looks.ts'
import { serveLooks } from './serve-looks.ts'

serveLooks(looks)
