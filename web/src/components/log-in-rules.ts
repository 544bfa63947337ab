export { loginForm } from '@one-planet/contract';
