import { configure } from '@testing-library/react';

/** A condition is waited for as long as a busy machine may take. */
configure({ asyncUtilTimeout: 20_000 });
