export { passwordForm } from '@one-planet/contract';
