-- The tables of the backend, its catalogue and its exam. `findRefusal` in problem.ts turns errors of a column into responses.

create table bank_accounts (
  id integer primary key,
  bank varchar(100) not null,
  account varchar(30) not null unique,
  status varchar(10) not null check (status in ('ACTIVE', 'INACTIVE'))
);

create table programs (
  id varchar(10) primary key,
  code varchar(10) not null unique,
  name varchar(100) not null,
  career_opportunity varchar(500) not null,
  fee_per_credit_hour numeric(10, 2) not null check (fee_per_credit_hour > 0),
  picture text
);

-- A program whose curriculum is not published has no courses.
create table courses (
  program_id varchar(10) not null references programs,
  code varchar(10) not null,
  name varchar(200) not null,
  semester smallint not null check (semester between 1 and 8),
  prerequisite varchar(10),
  primary key (program_id, code),
  foreign key (program_id, prerequisite) references courses
);

create table batch_programs (
  id bigint generated always as identity (start with 301) primary key,
  program_id varchar(10) not null unique references programs
);

create table contents (
  id bigint generated always as identity primary key,
  content text not null
);

create table questions (
  id integer generated always as identity primary key,
  text varchar(500) not null unique
);

create table choices (
  id integer generated always as identity primary key,
  question_id integer not null references questions,
  text varchar(200) not null,
  is_right boolean not null,
  unique (question_id, text)
);

create unique index one_right_choice on choices (question_id) where is_right;

create table applicants (
  id bigint generated always as identity (start with 1001) primary key,
  email varchar(254) not null,
  -- As `emailKey` writes it, so that there is one account for an address, whatever its case.
  email_key text not null unique,
  first_name varchar(255) not null,
  middle_name varchar(255) not null,
  last_name varchar(255) not null,
  phone varchar(30) not null,
  marketing boolean not null,
  referral varchar(255),
  registered_at timestamptz not null default now(),
  status varchar(30) not null default 'REGISTERED' check (status in (
    'REGISTERED', 'NOT_ACTIVATED', 'ACTIVATED', 'TOOK_EXAM', 'ACTIVATION_PAID', 'BIOGRAPHIC_APPLICANT',
    'BIOGRAPHIC_APPLICANT2', 'BIOGRAPHIC_APPLICANT3', 'READY_TO_APPLY', 'APPLIED', 'ADMITTED'
  )),
  -- The passwords are hashes.
  password text,
  temporary_password text,
  batch_program_id bigint references batch_programs
);

create table links (
  token varchar(40) primary key,
  applicant_id bigint not null references applicants on delete cascade,
  is_spent boolean not null default false
);
create index on links (applicant_id);

create table mails (
  id bigint generated always as identity primary key,
  applicant_id bigint not null references applicants on delete cascade,
  kind varchar(20) not null check (kind in ('activation', 'temporary-password')),
  sent_at timestamptz not null default now(),
  text text not null
);
create index on mails (applicant_id);

create table files (
  name varchar(50) primary key,
  applicant_id bigint not null references applicants on delete cascade,
  kind varchar(10) not null check (kind in ('picture', 'document')),
  type varchar(30) not null,
  bytes bytea not null
);

create table attempts (
  id uuid primary key default gen_random_uuid(),
  applicant_id bigint not null references applicants on delete cascade,
  started_at timestamptz not null default now(),
  deadline timestamptz not null,
  state varchar(10) not null default 'open' check (state in ('open', 'submitted', 'expired'))
);
create unique index one_open_attempt on attempts (applicant_id) where state = 'open';

create table attempt_questions (
  id uuid primary key default gen_random_uuid(),
  attempt_id uuid not null references attempts on delete cascade,
  question_id integer not null references questions,
  unique (attempt_id, question_id)
);

create table attempt_choices (
  id uuid primary key default gen_random_uuid(),
  attempt_question_id uuid not null references attempt_questions on delete cascade,
  choice_id integer not null references choices,
  position smallint not null check (position between 1 and 4),
  unique (attempt_question_id, position)
);

create table payments (
  code varchar(20) primary key,
  applicant_id bigint not null unique references applicants on delete cascade,
  amount numeric(10, 2) not null default 500,
  currency char(3) not null default 'ETB',
  -- Set by the payment, and unset when staff reject it.
  paid_at timestamptz,
  reference varchar(255),
  bank_account_id integer references bank_accounts,
  receipt varchar(50) references files,
  check ((paid_at is null) = (reference is null))
);

create table checkouts (
  code varchar(40) primary key,
  payment_code varchar(20) not null references payments on delete cascade,
  method varchar(20) not null,
  started_at timestamptz not null default now(),
  unique (payment_code, method)
);

-- What she answered in a form, by the names of its fields in the published document.
create table biographies (
  applicant_id bigint primary key references applicants on delete cascade,
  answers jsonb not null
);
create table educations (
  applicant_id bigint primary key references applicants on delete cascade,
  answers jsonb not null
);
create table contacts (
  applicant_id bigint primary key references applicants on delete cascade,
  answers jsonb not null
);

create function iso(moment timestamptz) returns text stable language sql as $$
  select to_char(moment at time zone 'Africa/Addis_Ababa', 'YYYY-MM-DD"T"HH24:MI:SS.US"+03:00"')
$$;

-- An applicant with her biography, as the handlers read her.
create view people as select
  id, email, phone, marketing, status, password,
  first_name as "firstName", middle_name as "middleName", last_name as "lastName",
  temporary_password as "temporaryPassword", iso(registered_at) as "registeredAt",
  answers as biography
from applicants left join biographies on applicant_id = id;

insert into bank_accounts values
  (11, 'Commercial Bank of Ethiopia', '1000456789012', 'ACTIVE'),
  (12, 'Awash Bank', '01320987654300', 'ACTIVE'),
  (13, 'Bank of Abyssinia', '55667788', 'INACTIVE');

-- The picture has one pixel.
insert into programs
select id, upper(id), name, career, 146, case when has_picture then
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' end
from (values
  ('acc', 'Accounting', 'Accountant, auditor', true),
  ('acf', 'Accounting and Finance', 'Financial analyst', true),
  ('bkf', 'Banking and Finance', 'Bank officer', true),
  ('dsc', 'Data Science', 'Data analyst', true),
  ('ent', 'Entrepreneurship & Innovation', 'Founder', false),
  ('soc', 'Social Work', 'Social worker', true)
) as new_programs (id, name, career, has_picture);

insert into courses
select
  id, code || semester || '0' || number, topic || ' of ' || name || ', part ' || semester, semester,
  case when semester > 1 then code || semester - 1 || '0' || number end
from programs, generate_series(1, 8) as semester,
  (values (1, 'Introduction'), (2, 'Methods'), (3, 'Practice')) as topics (number, topic)
where id in ('acc', 'dsc');

insert into batch_programs (program_id) select id from programs order by id;

insert into contents (content) values
  ('Studying with us fits around your work and your family.'),
  ('Applications for the 2025 academic year are open.');

-- The Digital Literacy Test. The first choice of each question is right.
with new_questions (question, texts) as (values
  ('Which part of a computer carries out the instructions of a program?',
    array['The processor', 'The power supply', 'The monitor', 'The printer']),
  ('What happens to unsaved work in main memory when the power fails?',
    array['It is lost', 'It is printed', 'It moves to the hard disk', 'It is sent by email']),
  ('Which program opens web pages?',
    array['A browser', 'A spreadsheet', 'A media player', 'A calculator']),
  ('What does https in an address mean?',
    array['The connection is encrypted', 'The page is free', 'The page has no pictures', 'The owner is a college']),
  ('Which of these passwords is the hardest to guess?',
    array['river-Lamp-84-cloud', 'password1', '12345678', 'qwertyui']),
  ('A mail from an unknown sender asks for your bank password. What do you do?',
    array['Delete it without answering', 'Answer politely', 'Send half of it', 'Forward it to friends']),
  ('Which key combination usually undoes the last change?',
    array['Ctrl+Z', 'Ctrl+P', 'Ctrl+S', 'Alt+F4']),
  ('What is a spreadsheet made for?',
    array['Tables and calculations', 'Retouching photos', 'Watching films', 'Sending faxes']),
  ('Which file name belongs to a picture?',
    array['holiday.png', 'holiday.mp3', 'holiday.xlsx', 'holiday.exe']),
  ('How many bytes are about one megabyte?',
    array['One million', 'One hundred', 'One thousand', 'One billion']),
  ('What is a backup?',
    array['A copy kept in case the original is lost', 'A faster computer', 'A kind of virus', 'A second monitor']),
  ('What does the address field "Cc" of a mail mean?',
    array['These people get a copy', 'These people are blocked', 'The mail is encrypted', 'The mail is urgent'])
), inserted as (insert into questions (text) select question from new_questions returning id, text)
insert into choices (question_id, text, is_right)
select id, choice, number = 1
from inserted join new_questions on question = text,
  unnest(texts) with ordinality as choices (choice, number);
