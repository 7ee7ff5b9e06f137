! flangeway_contact.h for Fortran 2003 and later. Compile it with the program; the texts of the header say what the
! functions do. Texts end in c_null_char; patches and elements are counted from 0.
module flangeway_contact
  use, intrinsic :: iso_c_binding
  implicit none
  public

  integer(c_int), parameter :: flangeway_contact_interface = 1
  integer(c_int), parameter :: flangeway_contact_ok = 0, flangeway_contact_internal_error = 1, &
                               flangeway_contact_bad_input = 2, flangeway_contact_not_solved = 3
  integer(c_int), parameter :: flangeway_contact_solved = 0, flangeway_contact_no_contact = 1, &
                               flangeway_contact_unreached = 2, flangeway_contact_not_converged = 3, &
                               flangeway_contact_nothing_solved = 4

  interface
    integer(c_int) function flangeway_contact_create(interface_version, contact) bind(c)
      import :: c_int, c_ptr
      integer(c_int), value :: interface_version
      type(c_ptr), intent(out) :: contact
    end function
    subroutine flangeway_contact_destroy(contact) bind(c)
      import :: c_ptr
      type(c_ptr), value :: contact
    end subroutine
    integer(c_int) function flangeway_contact_get_message(contact, buffer, capacity, length) bind(c)
      import :: c_int, c_ptr, c_char, c_size_t
      type(c_ptr), value :: contact
      character(kind=c_char), intent(out) :: buffer(*)
      integer(c_size_t), value :: capacity
      integer(c_size_t), intent(out) :: length
    end function
    integer(c_int) function flangeway_contact_load_file(contact, file) bind(c)
      import :: c_int, c_ptr, c_char
      type(c_ptr), value :: contact
      character(kind=c_char), intent(in) :: file(*)
    end function
    integer(c_int) function flangeway_contact_load_text(contact, text) bind(c)
      import :: c_int, c_ptr, c_char
      type(c_ptr), value :: contact
      character(kind=c_char), intent(in) :: text(*)
    end function
    integer(c_int) function flangeway_contact_add_profile(contact, name, kind, count, y, z) bind(c)
      import :: c_int, c_ptr, c_char, c_size_t, c_double
      type(c_ptr), value :: contact
      character(kind=c_char), intent(in) :: name(*), kind(*)
      integer(c_size_t), value :: count
      real(c_double), intent(in) :: y(*), z(*)
    end function
    integer(c_int) function flangeway_contact_set_number(contact, key, number) bind(c)
      import :: c_int, c_ptr, c_char, c_double
      type(c_ptr), value :: contact
      character(kind=c_char), intent(in) :: key(*)
      real(c_double), value :: number
    end function
    integer(c_int) function flangeway_contact_set_numbers(contact, key, count, values) bind(c)
      import :: c_int, c_ptr, c_char, c_size_t, c_double
      type(c_ptr), value :: contact
      character(kind=c_char), intent(in) :: key(*)
      integer(c_size_t), value :: count
      real(c_double), intent(in) :: values(*)
    end function
    integer(c_int) function flangeway_contact_set_text(contact, key, text) bind(c)
      import :: c_int, c_ptr, c_char
      type(c_ptr), value :: contact
      character(kind=c_char), intent(in) :: key(*), text(*)
    end function
    integer(c_int) function flangeway_contact_set_flag(contact, key, flag) bind(c)
      import :: c_int, c_ptr, c_char
      type(c_ptr), value :: contact
      character(kind=c_char), intent(in) :: key(*)
      integer(c_int), value :: flag
    end function
    integer(c_int) function flangeway_contact_unset(contact, key) bind(c)
      import :: c_int, c_ptr, c_char
      type(c_ptr), value :: contact
      character(kind=c_char), intent(in) :: key(*)
    end function
    integer(c_int) function flangeway_contact_set_wheelset(contact, position, velocity) bind(c)
      import :: c_int, c_ptr, c_double
      type(c_ptr), value :: contact
      real(c_double), intent(in) :: position(6), velocity(6)
    end function
    integer(c_int) function flangeway_contact_check(contact) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: contact
    end function
    integer(c_int) function flangeway_contact_solve(contact) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: contact
    end function
    integer(c_int) function flangeway_contact_accept(contact) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: contact
    end function
    integer(c_int) function flangeway_contact_forget(contact) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: contact
    end function
    integer(c_int) function flangeway_contact_keep(contact, history) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: contact
      type(c_ptr), intent(out) :: history
    end function
    integer(c_int) function flangeway_contact_restore(contact, history) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: contact, history
    end function
    subroutine flangeway_contact_history_destroy(history) bind(c)
      import :: c_ptr
      type(c_ptr), value :: history
    end subroutine
    integer(c_int) function flangeway_contact_write_history(contact, bytes, capacity, length) bind(c)
      import :: c_int, c_ptr, c_size_t, c_int8_t
      type(c_ptr), value :: contact
      integer(c_int8_t), intent(out) :: bytes(*)
      integer(c_size_t), value :: capacity
      integer(c_size_t), intent(out) :: length
    end function
    integer(c_int) function flangeway_contact_read_history(contact, bytes, length) bind(c)
      import :: c_int, c_ptr, c_size_t, c_int8_t
      type(c_ptr), value :: contact
      integer(c_int8_t), intent(in) :: bytes(*)
      integer(c_size_t), value :: length
    end function
    integer(c_int) function flangeway_contact_get_status(contact, status) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: contact
      integer(c_int), intent(out) :: status
    end function
    integer(c_int) function flangeway_contact_get_patch_count(contact, count) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: contact
      integer(c_int), intent(out) :: count
    end function
    integer(c_int) function flangeway_contact_get_force(contact, frame, force, moment) bind(c)
      import :: c_int, c_ptr, c_char, c_double
      type(c_ptr), value :: contact
      character(kind=c_char), intent(in) :: frame(*)
      real(c_double), intent(out) :: force(3), moment(3)
    end function
    integer(c_int) function flangeway_contact_get_patch_force(contact, patch, frame, force, moment) bind(c)
      import :: c_int, c_ptr, c_char, c_double
      type(c_ptr), value :: contact
      integer(c_int), value :: patch
      character(kind=c_char), intent(in) :: frame(*)
      real(c_double), intent(out) :: force(3), moment(3)
    end function
    integer(c_int) function flangeway_contact_get_number(contact, name, number) bind(c)
      import :: c_int, c_ptr, c_char, c_double
      type(c_ptr), value :: contact
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(out) :: number
    end function
    integer(c_int) function flangeway_contact_get_patch_number(contact, patch, name, number) bind(c)
      import :: c_int, c_ptr, c_char, c_double
      type(c_ptr), value :: contact
      integer(c_int), value :: patch
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(out) :: number
    end function
    integer(c_int) function flangeway_contact_get_grid(contact, patch, counts, geometry) bind(c)
      import :: c_int, c_ptr, c_double
      type(c_ptr), value :: contact
      integer(c_int), value :: patch
      integer(c_int), intent(out) :: counts(2)
      real(c_double), intent(out) :: geometry(4)
    end function
    integer(c_int) function flangeway_contact_get_field(contact, patch, name, capacity, values) bind(c)
      import :: c_int, c_ptr, c_char, c_size_t, c_double
      type(c_ptr), value :: contact
      integer(c_int), value :: patch
      character(kind=c_char), intent(in) :: name(*)
      integer(c_size_t), value :: capacity
      real(c_double), intent(out) :: values(*)
    end function
    integer(c_int) function flangeway_contact_get_stiffness(contact, patch, values) bind(c)
      import :: c_int, c_ptr, c_double
      type(c_ptr), value :: contact
      integer(c_int), value :: patch
      real(c_double), intent(out) :: values(9)
    end function
    integer(c_int) function flangeway_contact_get_stresses(contact, patch, z, count, x, y, values) bind(c)
      import :: c_int, c_ptr, c_size_t, c_double
      type(c_ptr), value :: contact
      integer(c_int), value :: patch
      real(c_double), value :: z
      integer(c_size_t), value :: count
      real(c_double), intent(in) :: x(*), y(*)
      real(c_double), intent(out) :: values(*)
    end function
  end interface
end module
