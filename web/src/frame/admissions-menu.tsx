import { useState } from 'react';
import { admissionPath } from '../addresses.ts';
import { usePrograms } from '../site/catalogue.ts';
import { Retry } from '../ui/retry.tsx';
import { texts } from '../words/frame.ts';
import { NavLink, SubMenu } from './menu.tsx';

/** One entry per program; the list is fetched when the menu is first opened. */
export function AdmissionsMenu() {
  const [wanted, setWanted] = useState(false);
  const { data, isError, isOld, refetch } = usePrograms(wanted);
  return (
    <SubMenu label={texts.admissions} onOpen={() => setWanted(true)}>
      {data?.map(({ id, name }) => (
        <NavLink key={id} to={admissionPath(name)}>
          {name}
        </NavLink>
      ))}
      {data?.length === 0 && <p>{texts.noPrograms}</p>}
      {isOld && <Retry text={texts.programsOld} again={refetch} />}
      {isError && <Retry text={texts.programsFailed} again={refetch} />}
      {!data && !isError && <p className="loading">{`${texts.loading}…`}</p>}
    </SubMenu>
  );
}
